#include "model/uses.h"

/* Is `n` evaluated on every path through `stmt`? */
static bool unconditional(const struct kp_node *n, const struct kp_node *stmt)
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

        if (a->space != KP_SPACE_LOCAL || !a->base || a->mode == KP_ADDRESS ||
            kp_declared_in(a->base, stmt))
            continue;
        use = find_or_add(u, uses, a->base);
        if ((a->mode & KP_READ) && !use->kills)
            use->exposed = true;
        if (a->mode & KP_WRITE & ~KP_READ) {
            use->writes = true;
            if (a->mode == KP_WRITE && a->whole && unconditional(a->at, stmt))
                use->kills = true;
        }
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

struct kp_uses *kp_uses_of(struct kp_unit *u, const struct kp_loop *l)
{
    struct kp_uses *uses = kp_new_array(u->arena, struct kp_uses, l->stmts.n + 1);

    for (size_t i = 0; i < l->stmts.n; i++) {
        add_effects(u, &uses[i], &l->stmts.v[i].effects, l->stmts.v[i].node);
        add_declarations(u, &uses[i], l->stmts.v[i].node);
    }
    add_effects(u, &uses[l->stmts.n], &l->header, NULL);
    return uses;
}

const struct kp_use *kp_use_find(const struct kp_uses *u, const struct kp_sym *sym)
{
    for (size_t i = 0; i < u->list.n; i++)
        if (u->list.v[i].sym == sym)
            return &u->list.v[i];
    return NULL;
}

/* Walk back over statements from..to (exclusive), newest first; true when one of them kills. */
static bool walk_back(const struct kp_uses *uses, size_t from, size_t to, const struct kp_sym *sym,
                      size_t *out, size_t *n)
{
    for (size_t i = from; i-- > to;) {
        const struct kp_use *w = kp_use_find(&uses[i], sym);

        if (!w || !w->writes)
            continue;
        out[(*n)++] = i;
        if (w->kills)
            return true;
    }
    return false;
}

size_t kp_reaching(const struct kp_loop *l, const struct kp_uses *uses, size_t at,
                   const struct kp_sym *sym, size_t *out, bool *wraps)
{
    size_t n = 0;

    *wraps = false;
    if (walk_back(uses, at, 0, sym, out, &n))
        return n;
    *wraps = true;
    if (at < l->stmts.n)
        walk_back(uses, l->stmts.n, at, sym, out, &n);
    return n;
}
