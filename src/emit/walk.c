/* What statements do with local variables: enough to tell which lines of a load slice the two
 * halves of a register prefetch need. That the slice is legal was decided before. */
#include "emit/emit.h"
#include "model/func.h"

bool kp_has_sym(const struct kp_syms *s, const struct kp_sym *sym)
{
    for (size_t i = 0; i < s->list.n; i++)
        if (s->list.v[i] == sym)
            return true;
    return false;
}

void kp_add_sym(struct kp_unit *u, struct kp_syms *s, const struct kp_sym *sym)
{
    if (sym && !kp_has_sym(s, sym))
        kp_push(u->arena, &s->list, sym);
}

bool kp_has_node(const struct kp_nodes *s, const struct kp_node *n)
{
    return s && kp_map_get(&s->known, n);
}

void kp_add_node(struct kp_unit *u, struct kp_nodes *s, const struct kp_node *n)
{
    size_t *known = kp_map_at(u->arena, &s->known, n);

    if (!*known)
        kp_push(u->arena, &s->list, n);
    *known = 1;
}

bool kp_names_sym(const struct kp_node *n, const struct kp_sym *sym, bool macros_only)
{
    if (n->kind == KP_REF && n->sym == sym && (!macros_only || n->from_macro))
        return true;
    kp_each_child(c, n) if (kp_names_sym(c, sym, macros_only)) return true;
    return false;
}

/* ---- reads and writes -------------------------------------------------------------------- */

struct walk {
    struct kp_unit *u;
    const struct kp_nodes *cut;
    struct kp_touch *out;
};

static void read(struct walk *w, const struct kp_node *n);

static bool is_local(const struct kp_sym *s)
{
    return s && (s->kind == KP_SYM_PARAM || (s->kind == KP_SYM_VAR && s->space == KP_SPACE_LOCAL));
}

static bool is_pointer(const struct kp_node *n)
{
    return n->type && n->type->kind == KP_TYPE_POINTER;
}

/* The pointer expression `p` is written through: by its form that is a variable (`&v[i]`, an array)
 * or whatever a pointer points to. */
static void write_through(struct walk *w, const struct kp_node *p, bool reads);

/* A reference to shared memory: what is written is no variable of the thread's. */
static bool names_shared(const struct kp_sym *s)
{
    const struct kp_node *n = s->decl && s->decl->has_init ? s->decl->last : NULL;

    while (n && (n->kind == KP_INDEX || n->kind == KP_MEMBER))
        n = n->first;
    return n && n->kind == KP_REF && n->sym && n->sym->space == KP_SPACE_SHARED;
}

static void write(struct walk *w, const struct kp_node *n, bool reads)
{
    switch (n->kind) {
    case KP_REF:
        if (is_local(n->sym) && n->sym->kind == KP_SYM_VAR && n->sym->type &&
            n->sym->type->kind == KP_TYPE_REFERENCE) {
            kp_add_sym(w->u, &w->out->reads, n->sym);
            w->out->through_pointer |= !names_shared(n->sym);
            return;
        }
        if (is_local(n->sym)) {
            kp_add_sym(w->u, &w->out->writes, n->sym);
            if (reads)
                kp_add_sym(w->u, &w->out->reads, n->sym);
        }
        return;
    case KP_INDEX:
        read(w, n->last);
        write_through(w, n->first, reads);
        return;
    case KP_MEMBER:
        if (n->is_arrow)
            write_through(w, n->first, reads);
        else if (n->first)
            write(w, n->first, reads);
        return;
    case KP_CAST:
        write(w, n->first, reads);
        return;
    case KP_UNARY:
        if (n->op == KP_OP_DEREF) {
            write_through(w, n->first, reads);
            return;
        }
        break;
    case KP_COND:
        read(w, n->first);
        write(w, kp_child(n, 1), reads);
        write(w, kp_child(n, 2), reads);
        return;
    default:
        break;
    }
    read(w, n);
    w->out->through_pointer = true;
}

static void write_through(struct walk *w, const struct kp_node *p, bool reads)
{
    if (p->kind == KP_CAST) {
        write_through(w, p->first, reads);
    } else if (p->kind == KP_UNARY && p->op == KP_OP_ADDR) {
        write(w, p->first, reads);
    } else if (p->kind == KP_BINARY && (p->op == KP_OP_ADD || p->op == KP_OP_SUB)) {
        bool left =
            is_pointer(p->first) || (p->first->type && p->first->type->kind == KP_TYPE_ARRAY);

        read(w, left ? p->last : p->first);
        write_through(w, left ? p->first : p->last, reads);
    } else if (p->type && p->type->kind == KP_TYPE_ARRAY) {
        write(w, p, reads);
    } else if (p->kind == KP_REF && p->sym && p->sym->space == KP_SPACE_SHARED) {
        return; /* a dynamic tile */
    } else {
        read(w, p);
        w->out->through_pointer = true;
    }
}

/* Of an argument whose parameter nobody sees, as those of CUDA's own functions: `&x`, an array, a
 * pointer to what is not const. */
static bool may_be_written(const struct kp_node *arg)
{
    const struct kp_type *t = arg->type;

    return (arg->kind == KP_UNARY && arg->op == KP_OP_ADDR) ||
           (t && (t->kind == KP_TYPE_ARRAY || t->kind == KP_TYPE_POINTER) && t->elem &&
            !t->elem->is_const);
}

/* An argument may be written through: a reference to non-const, or a pointer to non-const. */
static void argument(struct walk *w, const struct kp_node *call, const struct kp_node *arg,
                     unsigned index)
{
    const struct kp_node *f = call->sym ? call->sym->decl : NULL;
    const struct kp_node *param = f ? kp_child(f, index) : NULL;
    const struct kp_type *t = param && param->kind == KP_PARAM ? param->type : NULL;
    const struct kp_call_rule *rule = kp_callee_rule(w->u, call);

    read(w, arg);
    if (rule && !((index < KP_RULE_ARGS ? rule->arg[index] : rule->rest) & KP_WRITE & ~KP_READ))
        return; /* __ldg(&p[i]) and its like */
    if (t && t->kind == KP_TYPE_REFERENCE && t->elem && !t->elem->is_const)
        write(w, arg, true);
    else if (t && t->kind == KP_TYPE_POINTER && t->elem && !t->elem->is_const)
        write_through(w, arg, true);
    else if (!t && may_be_written(arg))
        write_through(w, arg, true);
}

static bool is_assignment(const struct kp_node *n)
{
    return n->kind == KP_ASSIGN ||
           (n->kind == KP_OPCALL && n->op >= KP_OP_ASSIGN && n->op <= KP_OP_OR_ASSIGN);
}

static bool is_step(const struct kp_node *n)
{
    return (n->kind == KP_UNARY || n->kind == KP_OPCALL) &&
           (n->op == KP_OP_PREINC || n->op == KP_OP_PREDEC || n->op == KP_OP_POSTINC ||
            n->op == KP_OP_POSTDEC);
}

static void read_all(struct walk *w, const struct kp_node *n)
{
    unsigned i = 0;

    kp_each_child(c, n)
    {
        if (n->kind == KP_CALL && i > 0)
            argument(w, n, c, i - 1);
        else
            read(w, c);
        i++;
    }
}

static void read(struct walk *w, const struct kp_node *n)
{
    if (kp_has_node(w->cut, n))
        return;
    if (n->kind == KP_REF && is_local(n->sym))
        kp_add_sym(w->u, &w->out->reads, n->sym);
    if (n->kind == KP_VAR && n->sym)
        kp_add_sym(w->u, &w->out->writes, n->sym);
    if (n->kind == KP_ASM)
        kp_each_child(c, n) write(w, c, true);
    if (is_assignment(n) && n->first) {
        write(w, n->first, n->op != KP_OP_ASSIGN);
        read(w, n->last);
    } else if (is_step(n) && n->first) {
        write(w, n->first, true);
    } else {
        read_all(w, n);
    }
}

void kp_touch_of(struct kp_unit *u, const struct kp_node *n, const struct kp_nodes *cut,
                 struct kp_touch *out)
{
    struct walk w = {u, cut, out};

    read(&w, n);
}
