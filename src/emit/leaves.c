/* The leaves of the load phase: its statements that are not cut any further. Which half of a
 * prefetch needs which of them, needs.c says. */
#include "emit/emit.h"
#include "front/lex.h"

static const struct kp_node *statement_in(const struct kp_node *n, unsigned i)
{
    switch (n->kind) {
    case KP_IF:
        return kp_child(n, i + 2);
    case KP_FOR:
    case KP_WHILE:
    case KP_RANGE_FOR:
        return i == 0 ? n->last : NULL;
    case KP_DO:
    case KP_LABEL:
        return i == 0 ? n->first : NULL;
    default:
        return NULL;
    }
}

bool kp_has_statements(const struct kp_node *n)
{
    return statement_in(n, 0) != NULL;
}

static bool is_statement_of(const struct kp_node *n, const struct kp_node *c)
{
    for (unsigned i = 0; statement_in(n, i); i++)
        if (statement_in(n, i) == c)
            return true;
    return false;
}

void kp_touch_of_header(struct kp_emitter *e, const struct kp_node *n, struct kp_touch *t)
{
    kp_each_child(c, n) if (!is_statement_of(n, c)) kp_touch_of(e, c, NULL, t);
}

/* True if a condition or a header in `n` writes what is not `whole`'s own. */
static bool header_writes(struct kp_emitter *e, const struct kp_node *n,
                          const struct kp_node *whole)
{
    kp_each_child(c, n)
    {
        struct kp_touch t = {0};

        if (!kp_has_statements(n) || is_statement_of(n, c)) {
            if (header_writes(e, c, whole))
                return true;
            continue;
        }
        kp_touch_of(e, c, NULL, &t);
        if (t.stores_elsewhere)
            return true;
        for (size_t i = 0; i < t.writes.list.n; i++)
            if (!kp_declared_in(t.writes.list.v[i], whole))
                return true;
    }
    return false;
}

/* `for (off = 0; off < k; off += 7);`: what the header writes is in none of its statements, so it
 * goes where it is needed as one. So does what has no text but a macro's. */
static bool is_one(struct kp_emitter *e, const struct kp_node *n)
{
    if (kp_is_whole_copy(e->l, n))
        return true;
    return kp_has_statements(n) && n->kind != KP_LABEL && !kp_holds_copy(e->l, n) &&
           !kp_holds_site(e->l, n) && header_writes(e, n, n);
}

static void collect(struct kp_emitter *e, const struct kp_node *n)
{
    struct kp_leaf leaf = {.node = n};

    if (n->kind == KP_NONE || n->kind == KP_NULL_STMT)
        return;
    if (n->kind == KP_COMPOUND) {
        kp_each_child(c, n) collect(e, c);
        return;
    }
    if (kp_has_statements(n) && !is_one(e, n)) {
        for (unsigned i = 0; statement_in(n, i); i++)
            collect(e, statement_in(n, i));
        return;
    }
    kp_touch_of(e, n, NULL, &leaf.touch);
    kp_push(e->u->arena, &e->leaves, leaf);
    *kp_map_at(e->u->arena, &e->leaf_at, n) = e->leaves.n;
}

const struct kp_leaf *kp_leaf_of(const struct kp_emitter *e, const struct kp_node *n)
{
    size_t number = 0;

    for (; n && !number; n = n->parent)
        number = kp_map_get(&e->leaf_at, n);
    return number ? &e->leaves.v[number - 1] : NULL;
}

void kp_find_leaves(struct kp_emitter *e)
{
    for (size_t i = 0; i < e->l->stmts.n; i++)
        if (e->l->stmts.v[i].in_load)
            collect(e, e->l->stmts.v[i].node);
}

bool kp_is_assertion(const struct kp_unit *u, const struct kp_node *stmt)
{
    const char *text = u->source.text;

    return stmt->kind == KP_DECL_STMT &&
           kp_token_is(text, kp_lex_code(text, stmt->span.begin, stmt->span.end), "static_assert");
}

static bool is_name(const struct kp_node *decl)
{
    const struct kp_sym *s = decl->sym;

    return decl->kind == KP_OTHER_DECL || (s && (s->has_value || s->is_constexpr));
}

bool kp_declares_name(const struct kp_unit *u, const struct kp_node *stmt)
{
    if (stmt->kind != KP_DECL_STMT || kp_is_assertion(u, stmt))
        return false;
    kp_each_child(c, stmt) if (is_name(c)) return true;
    return false;
}

bool kp_declares_names_only(const struct kp_unit *u, const struct kp_node *stmt)
{
    if (!kp_declares_name(u, stmt))
        return false;
    kp_each_child(c, stmt) if (!is_name(c)) return false;
    return true;
}
