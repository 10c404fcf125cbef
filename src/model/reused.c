/* Integer variables of a function that its inner blocks or the headers of its loops set before they
 * use them, each time: what C asked for in front of the function, C++ declares in the block or the
 * header. In the tree they become such declarations, so that what the variable is in one block says
 * nothing of the others. The text stays as it is, with one variable for all. */
#include "front/tree.h"
#include "model/expr.h"
#include "model/loop_parts.h"
#include "model/steps.h"

/* One variable, and the assignment that all its uses behind it in the block see. */
struct reused {
    struct kp_unit *u;
    const struct kp_sym *sym;
    struct kp_sym *own;
    unsigned covered; /* its names so far: set, or read behind that */
    bool in_closure;  /* code that runs elsewhere names it, too */
    bool in_phase;    /* .. that of a phase, which runs where emission calls it */
};

/* `sym = value;` */
static bool is_set_by(const struct kp_node *n, const struct kp_sym *sym)
{
    return n->kind == KP_ASSIGN && n->op == KP_OP_ASSIGN && !n->from_macro &&
           n->first->kind == KP_REF && n->first->sym == sym && !kp_count_refs(kp_child(n, 1), sym);
}

static bool is_number(const struct kp_type *t)
{
    return t && (t->kind == KP_TYPE_INT || t->kind == KP_TYPE_BOOL);
}

/* True if its value is taken where it stands, and nothing else is done with the variable. */
static bool is_plain_read(const struct kp_node *ref)
{
    const struct kp_node *p = ref->parent;

    switch (p->kind) {
    case KP_BINARY:
        return p->op != KP_OP_COMMA &&
               (is_number(p->type) || (p->type && p->type->kind == KP_TYPE_POINTER));
    case KP_UNARY:
        return (p->op == KP_OP_MINUS || p->op == KP_OP_NOT || p->op == KP_OP_LNOT) &&
               is_number(p->type);
    case KP_CAST:
        return is_number(p->type);
    case KP_INDEX:
    case KP_ASSIGN:
        return ref != p->first;
    case KP_VAR:
        return p->has_init && ref == p->last && p->sym && is_number(p->sym->type);
    case KP_CALL: /* by value */
        return ref != p->first && p->sym && p->sym->from_prelude && is_number(p->type);
    default:
        return false;
    }
}

/* True if the name stands in a closure of the tree, or in a sizeof. */
static bool is_apart(const struct kp_node *ref, const struct kp_node *in)
{
    for (const struct kp_node *n = ref; n != in->parent; n = n->parent)
        if (n->kind == KP_LAMBDA || n->kind == KP_SIZEOF)
            return true;
    return false;
}

/* True if there can be a barrier, or a way in that leaves statements out. */
static bool is_opaque(struct kp_unit *u, const struct kp_node *n)
{
    const struct kp_call_rule *rule = n->kind == KP_CALL ? kp_callee_rule(u, n) : NULL;

    if (!kp_holds(n, KP_BIT(KP_ASM) | KP_BIT(KP_CASE) | KP_BIT(KP_UNKNOWN) | KP_BIT(KP_CALL)))
        return false;
    if (n->kind == KP_ASM || n->kind == KP_CASE || n->kind == KP_UNKNOWN ||
        (n->kind == KP_CALL && (!rule || (rule->control & ~(unsigned)KP_CTL_ASYNC))))
        return true;
    kp_each_child(c, n) if (is_opaque(u, c)) return true;
    return false;
}

enum { MAX_CALLS = 4 };

static bool may_wait(struct kp_unit *u, const struct kp_node *n, int depth);

/* A function that nobody sees makes no K-loop of the loop that calls it (loops.c). */
static bool call_may_wait(struct kp_unit *u, const struct kp_node *call, int depth)
{
    const struct kp_node *body = call->sym && call->sym->decl ? call->sym->decl->last : NULL;

    if (kp_callee_rule(u, call))
        return is_opaque(u, call);
    if (depth == MAX_CALLS || call->is_dependent)
        return true;
    kp_each_child(c, call) if (may_wait(u, c, depth)) return true;
    return body && body->kind == KP_COMPOUND && may_wait(u, body, depth + 1);
}

/* The same, but of a function that is called its body is asked. */
static bool may_wait(struct kp_unit *u, const struct kp_node *n, int depth)
{
    if (!kp_holds(n, KP_BIT(KP_ASM) | KP_BIT(KP_CASE) | KP_BIT(KP_UNKNOWN) | KP_BIT(KP_CALL)))
        return false;
    if (n->kind == KP_CALL)
        return call_may_wait(u, n, depth);
    if (n->kind == KP_ASM || n->kind == KP_CASE || n->kind == KP_UNKNOWN)
        return true;
    kp_each_child(c, n) if (may_wait(u, c, depth)) return true;
    return false;
}

/* Until the index is built anew, it has the names below `n` as those of `from`. */
static void rename_in(const struct kp_node *n, const struct kp_sym *from, const struct kp_sym *to)
{
    size_t count;
    struct kp_node *const *refs = kp_refs_below(n, from, &count);

    for (size_t i = 0; i < count; i++)
        refs[i]->sym = to;
}

/* Makes the assignment the declaration of a variable of its own. */
static void declare(struct reused *r, struct kp_node *assign)
{
    struct kp_node *var = kp_new(r->u->arena, struct kp_node), *value = assign->last;

    r->own = kp_new(r->u->arena, struct kp_sym);
    *r->own = *r->sym;
    r->own->refs = kp_new(r->u->arena, struct kp_refs);
    r->own->id = (uint32_t)kp_sym_count(r->u);
    r->own->pattern = r->sym;
    r->own->decl = var;
    kp_push(r->u->arena, &r->u->parse.instance_syms, r->own);
    *var = *assign;
    var->kind = KP_VAR;
    var->sym = r->own;
    var->type = r->sym->type;
    var->has_init = true;
    var->first = var->last = value;
    var->n_children = 1;
    var->parent = assign;
    var->next = NULL;
    value->parent = var;
    var->op = assign->op = KP_OP_NONE;
    assign->kind = KP_DECL_STMT;
    assign->first = assign->last = var;
    assign->n_children = 1;
}

/* The block of a loop or a condition without barriers: no K-loop's, so that the block's statements
 * are one statement of every K-loop around it, and follow one another. */
static bool is_own_block(struct kp_unit *u, const struct kp_node *block)
{
    const struct kp_node *of = block->parent;

    return block->kind == KP_COMPOUND && of &&
           ((of->kind == KP_IF && !of->is_constexpr_if) || kp_is_loop(of)) && !may_wait(u, of, 0);
}

/* Names that are plain reads, all of them; -1: there are others. */
static int count_reads(const struct kp_node *n, const struct kp_sym *sym)
{
    size_t count;
    struct kp_node *const *refs = kp_refs_below(n, sym, &count);

    for (size_t i = 0; i < count; i++)
        if (!is_plain_read(refs[i]) || is_apart(refs[i], n))
            return -1;
    return (int)count;
}

/* for (sym = value; .. sym ..; ++sym) with nothing but reads in the condition and the body: how
 * many names it has; -1: it is another loop. Whatever comes after it is to set the variable first.
 */
static int count_in_loop(const struct kp_node *n, const struct kp_sym *sym)
{
    const struct kp_sym *moved = NULL;
    const struct kp_node *by = NULL, *step;
    int in_condition, in_body, sign, in_step;

    if (n->kind != KP_FOR || !is_set_by(n->first, sym))
        return -1;
    step = kp_loop_step(n);
    in_step = step ? (int)kp_count_refs(step, sym) : 0;
    if (in_step > 1 || (in_step && (!kp_step_of(step, &moved, &by, &sign) || moved != sym)))
        return -1;
    in_condition = count_reads(kp_child(n, 1), sym);
    in_body = count_reads(n->last, sym);
    return in_condition < 0 || in_body < 0 ? -1 : 1 + in_step + in_condition + in_body;
}

/* A loop with a barrier, or with code that nobody sees, keeps the variable of the function. */
static void declare_in_loop(struct reused *r, struct kp_node *n)
{
    if (is_opaque(r->u, n))
        return;
    declare(r, n->first);
    r->own->is_counter = true;
    for (unsigned i = 1; i < n->n_children; i++)
        rename_in(kp_child(n, i), r->sym, r->own);
}

static bool names_closure(const struct kp_node *n)
{
    kp_each_below(x, n) if (x->kind == KP_REF && x->sym && x->sym->is_lambda) return true;
    return false;
}

/* True if code that the loop runs may be a closure with the variable in it. */
static bool may_be_moved(const struct reused *r, const struct kp_node *loop)
{
    return (r->in_closure && is_opaque(r->u, loop)) || (r->in_phase && names_closure(loop));
}

static struct kp_node *child_around(struct kp_node *inner, const struct kp_node *n)
{
    while (inner->parent != n)
        inner = inner->parent;
    return inner;
}

/* Walks the blocks: counts the names that are covered, or with `change` declares anew. What a block
 * sets holds up to where it is set again, there or further inside. Blocks of K-loops do not count:
 * what they set is state of the load phase or of compute, and either may set the one variable of
 * the text while the other needs it. */
static bool walk(struct reused *r, struct kp_node *n, bool change)
{
    bool own = is_own_block(r->u, n), set = false;
    uint32_t done = 0;
    size_t count;
    struct kp_node *const *refs = kp_refs_below(n, r->sym, &count);
    int reads;

    if ((reads = count_in_loop(n, r->sym)) >= 0) {
        r->covered += (unsigned)reads;
        if (change)
            declare_in_loop(r, n);
        return !may_be_moved(r, n);
    }
    for (size_t i = 0; i < count; i++) {
        struct kp_node *c = refs[i] == n ? n : child_around(refs[i], n);

        if (c == n || c->order < done)
            continue;
        done = c->behind;
        if (own && is_set_by(c, r->sym)) {
            set = true;
            r->covered++;
            if (change)
                declare(r, c);
            continue;
        }
        reads = set ? count_reads(c, r->sym) : -1;
        set = reads >= 0;
        if (!set && !walk(r, c, change))
            return false;
        if (set)
            r->covered += (unsigned)reads;
        if (set && change)
            rename_in(c, r->sym, r->own);
    }
    return true;
}

static bool may_be_reused(const struct kp_sym *v)
{
    return v && v->kind == KP_SYM_VAR && v->space == KP_SPACE_LOCAL && !v->is_static &&
           !v->is_extern && !v->is_constexpr && !v->n_dims && !v->is_broken && v->type &&
           v->type->kind == KP_TYPE_INT && !v->type->is_const && !v->type->is_volatile &&
           !v->type->is_dependent;
}

/* auto kp_load = [&] .. */
static bool is_phase(const struct kp_node *lambda)
{
    const struct kp_node *v = lambda->parent;

    while (v && (v->kind == KP_CONSTRUCT || v->kind == KP_CALL)) /* before C++17 it is copied */
        v = v->parent;
    return v && v->kind == KP_VAR && v->sym && v->sym->is_lambda &&
           kp_starts_with(v->sym->name, "kp_");
}

static void look_at(struct kp_unit *u, bool is_output, const struct kp_sym *v, struct kp_node *body)
{
    struct reused r = {.u = u, .sym = v};
    size_t count;
    struct kp_node *const *refs = kp_refs_below(body, v, &count);

    for (size_t i = 0; i < count; i++)
        for (const struct kp_node *n = refs[i]; n != body; n = n->parent)
            if (n->kind == KP_LAMBDA)
                *(is_output && is_phase(n) ? &r.in_phase : &r.in_closure) = true;
    if (walk(&r, body, false) && r.covered && r.covered == count)
        walk(&r, body, true);
}

static void look_in(struct kp_unit *u, bool is_output, struct kp_node *n)
{
    struct kp_node *body = n->last;

    if (n->kind == KP_TRANSLATION_UNIT || n->kind == KP_RECORD)
        kp_each_child(c, n) look_in(u, is_output, c);
    if (n->kind != KP_FUNCTION || n->file != 0 || !body || body->kind != KP_COMPOUND || !n->sym ||
        (!n->sym->is_kernel && !n->sym->is_device) || kp_may_hold(body, KP_GOTO) ||
        kp_may_hold(body, KP_LABEL) || kp_may_hold(body, KP_CASE))
        return;
    kp_each_child(s, body) if (s->kind == KP_DECL_STMT) kp_each_child(v, s)
    {
        if (v->kind == KP_VAR && may_be_reused(v->sym))
            look_at(u, is_output, v->sym, body);
    }
}

void kp_declare_reused(struct kp_unit *u, bool is_output)
{
    size_t before = u->parse.instance_syms.n;

    look_in(u, is_output, u->parse.root);
    if (u->parse.instance_syms.n > before)
        kp_index_nodes(u);
}
