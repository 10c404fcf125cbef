/* Integer variables of a function that its inner blocks or the headers of its loops set before they
 * use them, each time: what C asked for in front of the function, C++ declares in the block or the
 * header. In the tree they become such declarations, so that what the variable is in one block says
 * nothing of the others. The text stays as it is, with one variable for all. */
#include "front/tree.h"
#include "model/loops.h"

/* One variable, and the assignment that all its uses behind it in the block see. */
struct reused {
    struct kp_unit *u;
    const struct kp_sym *sym;
    struct kp_sym *own;
    struct kp_map named; /* by node: how many names of it stand at the node and below */
    unsigned covered;    /* its names so far: set, or read behind that */
    bool in_closure;     /* code that runs elsewhere names it, too */
    bool in_phase;       /* .. that of a phase, which runs where emission calls it */
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

/* Is its value taken where it stands, and nothing else done with the variable? */
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

/* All names of the variable in the tree; false: something else than its value is taken. */
static bool only_reads(const struct kp_node *n, const struct kp_sym *sym, unsigned *names)
{
    if (n->kind == KP_REF && n->sym == sym) {
        ++*names;
        return is_plain_read(n);
    }
    if (n->kind == KP_LAMBDA || n->kind == KP_SIZEOF)
        return !kp_count_refs(n, sym);
    kp_each_child(c, n) if (!only_reads(c, sym, names)) return false;
    return true;
}

/* Can there be a barrier, or a way in that leaves statements out? */
static bool is_opaque(struct kp_unit *u, const struct kp_node *n)
{
    const struct kp_call_rule *rule = n->kind == KP_CALL ? kp_callee_rule(u, n) : NULL;

    if (n->kind == KP_ASM || n->kind == KP_CASE || n->kind == KP_UNKNOWN ||
        (n->kind == KP_CALL && (!rule || (rule->control & ~(unsigned)KP_CTL_ASYNC))))
        return true;
    kp_each_child(c, n) if (is_opaque(u, c)) return true;
    return false;
}

static void rename_in(struct kp_node *n, const struct kp_sym *from, const struct kp_sym *to)
{
    if (n->kind == KP_REF && n->sym == from)
        n->sym = to;
    kp_each_child(c, n) rename_in(c, from, to);
}

/* Makes the assignment the declaration of a variable of its own. */
static void declare(struct reused *r, struct kp_node *assign)
{
    struct kp_node *var = kp_new(r->u->arena, struct kp_node), *value = assign->last;

    r->own = kp_new(r->u->arena, struct kp_sym);
    *r->own = *r->sym;
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
           ((of->kind == KP_IF && !of->is_constexpr_if) || kp_is_loop(of)) && !is_opaque(u, of);
}

/* Names that are plain reads, all of them; -1: there are others. */
static int count_reads(const struct kp_node *n, const struct kp_sym *sym)
{
    unsigned names = 0;

    return only_reads(n, sym, &names) ? (int)names : -1;
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
    if (n->kind == KP_REF && n->sym && n->sym->is_lambda)
        return true;
    kp_each_child(c, n) if (names_closure(c)) return true;
    return false;
}

/* True if code that the loop runs may be a closure with the variable in it. */
static bool may_be_moved(const struct reused *r, const struct kp_node *loop)
{
    return (r->in_closure && is_opaque(r->u, loop)) || (r->in_phase && names_closure(loop));
}

/* Walks the blocks: counts the names that are covered, or with `change` declares anew. What a block
 * sets holds up to where it is set again, there or further inside. Blocks of K-loops do not count:
 * what they set is state of the load phase or of compute, and either may set the one variable of
 * the text while the other needs it. */
static bool walk(struct reused *r, struct kp_node *n, bool change)
{
    bool own = is_own_block(r->u, n), set = false;
    int reads;

    if (!kp_map_get(&r->named, n))
        return true;
    if ((reads = count_in_loop(n, r->sym)) >= 0) {
        r->covered += (unsigned)reads;
        if (change)
            declare_in_loop(r, n);
        return !may_be_moved(r, n);
    }
    kp_each_child(c, n)
    {
        if (own && is_set_by(c, r->sym)) {
            set = true;
            r->covered++;
            if (change)
                declare(r, c);
            continue;
        }
        if (!kp_map_get(&r->named, c))
            continue;
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

KP_VEC_TYPE(names, const struct kp_node *);

/* auto kp_load = [&] .. */
static bool is_phase(const struct kp_node *lambda)
{
    const struct kp_node *v = lambda->parent;

    while (v && (v->kind == KP_CONSTRUCT || v->kind == KP_CALL)) /* before C++17 it is copied */
        v = v->parent;
    return v && v->kind == KP_VAR && v->sym && v->sym->is_lambda &&
           kp_starts_with(v->sym->name, "kp_");
}

static void look_at(struct kp_unit *u, bool is_output, const struct kp_sym *v, struct kp_node *body,
                    const struct names *refs)
{
    struct reused r = {.u = u, .sym = v};

    if (!may_be_reused(v))
        return;
    for (size_t i = 0; i < refs->n; i++)
        for (const struct kp_node *n = refs->v[i]; n != body->parent; n = n->parent) {
            ++*kp_map_at(u->arena, &r.named, n);
            if (n->kind == KP_LAMBDA)
                *(is_output && is_phase(n) ? &r.in_phase : &r.in_closure) = true;
        }
    if (walk(&r, body, false) && r.covered && r.covered == refs->n)
        walk(&r, body, true);
}

/* The variables that plain assignments set, and where they are named. */
struct assigned {
    struct kp_map at; /* by symbol: index + 1 in names */
    KP_VEC(struct names) names;
};

static void find_assigned(struct kp_unit *u, const struct kp_node *n, struct assigned *out)
{
    if (n->kind == KP_ASSIGN && n->first->kind == KP_REF && n->first->sym) {
        size_t *at = kp_map_at(u->arena, &out->at, n->first->sym);

        if (!*at) {
            kp_push(u->arena, &out->names, ((struct names){0}));
            *at = out->names.n;
        }
    }
    kp_each_child(c, n) find_assigned(u, c, out);
}

static void find_names(struct kp_unit *u, const struct kp_node *n, struct assigned *out)
{
    size_t at = n->kind == KP_REF && n->sym ? kp_map_get(&out->at, n->sym) : 0;

    if (at)
        kp_push(u->arena, &out->names.v[at - 1], n);
    kp_each_child(c, n) find_names(u, c, out);
}

static void look_in(struct kp_unit *u, bool is_output, struct kp_node *n)
{
    struct kp_node *body = n->last;
    struct assigned assigned = {0};

    if (n->kind == KP_TRANSLATION_UNIT || n->kind == KP_RECORD)
        kp_each_child(c, n) look_in(u, is_output, c);
    if (n->kind != KP_FUNCTION || n->file != 0 || !body || body->kind != KP_COMPOUND || !n->sym ||
        (!n->sym->is_kernel && !n->sym->is_device) || kp_may_hold(body, KP_GOTO) ||
        kp_may_hold(body, KP_LABEL) || kp_may_hold(body, KP_CASE))
        return;
    find_assigned(u, body, &assigned);
    find_names(u, body, &assigned);
    kp_each_child(s, body) if (s->kind == KP_DECL_STMT) kp_each_child(v, s)
    {
        size_t at = v->kind == KP_VAR && v->sym ? kp_map_get(&assigned.at, v->sym) : 0;

        if (at)
            look_at(u, is_output, v->sym, body, &assigned.names.v[at - 1]);
    }
}

void kp_declare_reused(struct kp_unit *u, bool is_output)
{
    size_t before = u->parse.instance_syms.n;

    look_in(u, is_output, u->parse.root);
    if (u->parse.instance_syms.n > before)
        kp_index_kinds(u);
}
