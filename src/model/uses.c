#include "model/uses.h"

bool kp_is_unconditional(const struct kp_node *n, const struct kp_node *stmt)
{
    for (; n && n != stmt; n = n->parent) {
        const struct kp_node *p = n->parent;

        if (!p)
            return false;
        switch (p->kind) {
        case KP_IF:
            if (n != kp_child(p, 0) && n != kp_child(p, 1))
                return false;
            break;
        case KP_FOR:
            if (n != kp_child(p, 0) && n != kp_child(p, 1))
                return false;
            break;
        case KP_WHILE:
        case KP_COND:
            if (n != p->first)
                return false;
            break;
        case KP_DO:
            if (kp_leaves(p))
                return false;
            break;
        case KP_BINARY:
            if ((p->op == KP_OP_LAND || p->op == KP_OP_LOR) && n != p->first)
                return false;
            break;
        case KP_SWITCH:
        case KP_CASE:
        case KP_LAMBDA:
        case KP_RANGE_FOR:
            return false;
        default:
            break;
        }
    }
    return n == stmt;
}

static struct kp_use *find_or_add(struct kp_unit *u, struct kp_uses *uses, const struct kp_sym *sym)
{
    struct kp_use fresh = {.sym = sym};

    for (size_t i = 0; i < uses->list.n; i++)
        if (uses->list.v[i].sym == sym)
            return &uses->list.v[i];
    kp_push(u->arena, &uses->list, fresh);
    return &uses->list.v[uses->list.n - 1];
}

static void add_effects(struct kp_unit *u, struct kp_uses *uses, const struct kp_effects *e,
                        const struct kp_node *stmt)
{
    for (size_t i = 0; i < e->access.n; i++) {
        const struct kp_access *a = &e->access.v[i];
        struct kp_use *use;

        if (a->space != KP_SPACE_LOCAL || !a->base || kp_declared_in(a->base, stmt))
            continue;
        use = find_or_add(u, uses, a->base);
        if ((a->mode & KP_READ) && !use->kills)
            use->exposed = true;
        if (kp_is_store(a)) {
            use->writes = true;
            if (a->mode == KP_WRITE && a->whole && kp_is_unconditional(a->at, stmt))
                use->kills = true;
        }
    }
}

/* True if every access of the statement names the variable itself, none a pointer to it. */
static bool only_by_name(const struct kp_effects *e, const struct kp_sym *sym)
{
    for (size_t i = 0; i < e->access.n; i++)
        if (e->access.v[i].base == sym && !kp_count_refs(e->access.v[i].at, sym))
            return false;
    return true;
}

/* True if a look inside the statement is worth it. At arrays and objects, as it may write them
 * piece by piece; at other variables when it reads and writes them: a loop may write one first in
 * each trip. */
static bool is_followed(const struct kp_use *use)
{
    const struct kp_type *t = use->sym->type;

    if (!t || t->kind == KP_TYPE_REFERENCE)
        return false;
    return t->kind == KP_TYPE_ARRAY || t->kind == KP_TYPE_RECORD || (use->exposed && use->writes);
}

/* Small arrays and objects are followed element by element, a number as one element. */
static void refine(struct kp_func *f, struct kp_uses *uses, const struct kp_stmt *stmt, long *left)
{
    for (size_t i = 0; i < uses->list.n; i++) {
        struct kp_use *use = &uses->list.v[i];
        struct kp_flow flow;

        if (!is_followed(use) || use->kills || !only_by_name(&stmt->effects, use->sym) ||
            !kp_flow_of(f, stmt->node, use->sym, left, &flow))
            continue;
        use->elements = kp_new(f->unit->arena, struct kp_flow);
        *use->elements = flow;
        if (kp_set_empty(&flow.exposed))
            use->exposed = false;
    }
}

/* A declaration at the body's own level gives its variables a fresh value, or none. */
static void add_declarations(struct kp_unit *u, struct kp_uses *uses, const struct kp_node *stmt)
{
    if (stmt->kind != KP_DECL_STMT)
        return;
    kp_each_child(v, stmt) if (v->kind == KP_VAR && v->sym && v->sym->space == KP_SPACE_LOCAL)
    {
        struct kp_use *use = find_or_add(u, uses, v->sym);

        use->writes = use->kills = true;
    }
}

static void index_uses(struct kp_unit *u, const struct kp_loop *l, struct kp_uses *uses)
{
    struct kp_uses *all = &uses[l->stmts.n];

    for (size_t i = 0; i < l->stmts.n; i++) {
        if (l->stmts.v[i].node->kind == KP_DECL_STMT)
            *kp_map_at(u->arena, &all->declaration, l->stmts.v[i].node) = i + 1;
        for (size_t k = 0; k < uses[i].list.n; k++) {
            size_t *number;

            if (!uses[i].list.v[k].writes)
                continue;
            number = kp_map_at(u->arena, &all->writer, uses[i].list.v[k].sym);
            if (!*number) {
                kp_push(u->arena, &all->writers, ((struct kp_writers){0}));
                *number = all->writers.n;
            }
            kp_push(u->arena, &all->writers.v[*number - 1].list, i);
        }
    }
}

size_t kp_declaring(const struct kp_loop *l, const struct kp_uses *uses, const struct kp_sym *sym)
{
    for (const struct kp_node *n = sym->decl; n; n = n->parent) {
        size_t number = kp_map_get(&uses[l->stmts.n].declaration, n);

        if (number)
            return number - 1;
    }
    return SIZE_MAX;
}

bool kp_continues(const struct kp_node *n, const struct kp_node *loop)
{
    if (n->kind != KP_CONTINUE)
        return false;
    for (n = n->parent; n && n != loop; n = n->parent)
        if (kp_is_loop(n) || n->kind == KP_LAMBDA)
            return false;
    return n;
}

bool kp_skips_compute(const struct kp_loop *l, const struct kp_stmt *s)
{
    enum {
        OUT = KP_CTL_BREAK | KP_CTL_RETURN | KP_CTL_GOTO | KP_CTL_UNKNOWN | KP_CTL_ASM_LABEL,
        PARTS = OUT | KP_CTL_BARRIER | KP_CTL_ASYNC
    };
    const struct kp_stmt *end = l->stmts.v + l->stmts.n;

    if (!(s->effects.control_mask & KP_CTL_CONTINUE) || s->effects.control_mask & PARTS ||
        s->in_load || l->by_warps)
        return false;
    if (kp_holds(s->node, KP_BIT(KP_SWITCH)))
        return false; /* it may be inside */
    kp_each_below(x, s->node) if (kp_continues(x, l->node) && x->from_macro) return false;
    for (const struct kp_stmt *x = s + 1; x < end; x++)
        if (x->is_barrier || x->is_wait || x->in_load || x->effects.control_mask & PARTS)
            return false;
    return true;
}

bool kp_may_skip(const struct kp_loop *l)
{
    for (size_t i = 0; i < l->stmts.n; i++)
        if (kp_skips_compute(l, &l->stmts.v[i]))
            return true;
    return false;
}

/* Behind a `continue` nothing is certain. */
static void forget_certain(struct kp_uses *uses)
{
    for (size_t i = 0; i < uses->list.n; i++)
        uses->list.v[i].kills = false;
}

struct kp_uses *kp_uses_of(struct kp_unit *u, const struct kp_loop *l)
{
    struct kp_uses *uses = kp_new_array(u->arena, struct kp_uses, l->stmts.n + 1);
    long left = KP_FLOW_STEPS;
    bool skips = false;

    for (size_t i = 0; i < l->stmts.n; i++) {
        add_effects(u, &uses[i], &l->stmts.v[i].effects, l->stmts.v[i].node);
        skips |= l->stmts.v[i].effects.control_mask & KP_CTL_CONTINUE;
        if (skips)
            forget_certain(&uses[i]);
        add_declarations(u, &uses[i], l->stmts.v[i].node);
        if (!skips)
            refine(kp_func_get(u, l->function, false), &uses[i], &l->stmts.v[i], &left);
    }
    add_effects(u, &uses[l->stmts.n], &l->header, NULL);
    index_uses(u, l, uses);
    return uses;
}

const struct kp_use *kp_use_find(const struct kp_uses *u, const struct kp_sym *sym)
{
    for (size_t i = 0; i < u->list.n; i++)
        if (u->list.v[i].sym == sym)
            return &u->list.v[i];
    return NULL;
}

const struct kp_writers *kp_writers_of(const struct kp_uses *uses, size_t n,
                                       const struct kp_sym *sym)
{
    static const struct kp_writers none;
    const size_t number = kp_map_get(&uses[n].writer, sym);

    return number ? &uses[n].writers.v[number - 1] : &none;
}

/* A value on its way back through the statements: whole, or the elements still looked for. */
struct search {
    const struct kp_uses *uses;
    const struct kp_sym *sym;
    const struct kp_writers *writers;
    bool by_element;
    struct kp_element_set left;
    size_t *out, n;
};

/* Walk back over statements from..to (exclusive), newest first; true when nothing is left to find.
 */
static bool walk_back(struct search *s, size_t from, size_t to)
{
    size_t low = 0, high = s->writers->list.n;

    while (low < high) { /* to the first that is not before `from` */
        size_t middle = low + (high - low) / 2;

        if (s->writers->list.v[middle] < from)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low-- > 0 && s->writers->list.v[low] >= to;) {
        const size_t i = s->writers->list.v[low];
        const struct kp_use *w = kp_use_find(&s->uses[i], s->sym);

        s->out[s->n++] = i;
        if (w->kills)
            return true;
        if (s->by_element && w->elements) {
            kp_set_subtract(&s->left, &w->elements->killed);
            if (kp_set_empty(&s->left))
                return true;
        }
    }
    return false;
}

size_t kp_reaching(const struct kp_loop *l, const struct kp_uses *uses, size_t at,
                   const struct kp_sym *sym, size_t *out, bool *wraps)
{
    const struct kp_use *use = kp_use_find(&uses[at], sym);
    struct search s = {
        .uses = uses, .sym = sym, .writers = kp_writers_of(uses, l->stmts.n, sym), .out = out};

    if (use && use->elements) {
        s.by_element = true;
        s.left = use->elements->exposed;
    }
    *wraps = false;
    if (walk_back(&s, at, 0))
        return s.n;
    *wraps = true;
    if (at < l->stmts.n)
        walk_back(&s, l->stmts.n, at);
    return s.n;
}
