/* The parse pass's own checker: the tree keeps what kp.h promises. */
#include "front/front.h"

struct check {
    const struct kp_unit *u;
    const char **why;
};

static bool complain(const struct check *k, const struct kp_node *n, const char *text)
{
    const struct kp_file *f = kp_place_file(k->u, n->file);

    *k->why = kp_sprintf(k->u->arena, "%s at %u:%u: %s", kp_kind_name(n->kind),
                         kp_line_of(f, n->span.begin), kp_column_of(f, n->span.begin), text);
    return false;
}

/* Least number of children, where the kind has fixed positions. */
static unsigned fixed_children(const struct kp_node *n)
{
    switch (n->kind) {
    case KP_IF:
    case KP_FOR:
        return 4;
    case KP_RANGE_FOR:
    case KP_COND:
        return 3;
    case KP_WHILE:
    case KP_DO:
    case KP_SWITCH:
    case KP_CASE:
    case KP_INDEX:
    case KP_BINARY:
    case KP_ASSIGN:
        return 2;
    case KP_RETURN:
    case KP_MEMBER:
    case KP_CALL:
    case KP_UNARY:
    case KP_CAST:
    case KP_FUNCTION:
    case KP_LAMBDA:
        return 1;
    default:
        return 0;
    }
}

static bool check_children(const struct check *k, const struct kp_node *n)
{
    unsigned count = 0;

    kp_each_child(c, n)
    {
        count++;
        if (c->parent != n)
            return complain(k, c, "parent link is wrong");
        if (c->from_macro || n->from_macro || c->file != n->file || n->kind == KP_TRANSLATION_UNIT)
            continue;
        if (c->span.begin < n->span.begin || c->span.end > n->span.end)
            return complain(k, c, "stands outside its parent");
    }
    if (count != n->n_children)
        return complain(k, n, "n_children is wrong");
    if (count < fixed_children(n))
        return complain(k, n, "has too few children");
    if (n->kind == KP_VAR && n->sym && count != n->sym->n_dims + n->has_init)
        return complain(k, n, "dimensions and children differ");
    return true;
}

static const struct kp_sym *symbol_with(const struct kp_parse *p, size_t id)
{
    size_t n = p->syms.n;

    if (id < n)
        return p->syms.v[id];
    return id - n < p->instance_syms.n ? p->instance_syms.v[id - n] : NULL;
}

static bool check_node(const struct check *k, const struct kp_node *n)
{
    const struct kp_parse *p = &k->u->parse;
    uint32_t size;

    if (n->file >= p->files.n)
        return complain(k, k->u->parse.root, "a node's file is out of range");
    size = p->files.v[n->file].size;
    if (n->span.begin > n->span.end || n->span.end > size)
        return complain(k, k->u->parse.root, "a node's span is out of range");
    if (n->sym && symbol_with(p, n->sym->id) != n->sym)
        return complain(k, n, "its symbol is not in the table");
    if (!check_children(k, n))
        return false;
    kp_each_child(c, n)
    {
        if (!check_node(k, c))
            return false;
    }
    return true;
}

bool kp_check_parse(const struct kp_unit *u, const char **why)
{
    struct check k = {u, why};
    const struct kp_parse *p = &u->parse;

    if (!p->root || p->root->kind != KP_TRANSLATION_UNIT || !p->files.n) {
        *why = "the tree has no root";
        return false;
    }
    if (p->files.v[0].text != u->source.text || p->files.v[0].size != u->source.size) {
        *why = "file 0 is not the input";
        return false;
    }
    for (size_t i = 0; i < p->syms.n + p->instance_syms.n; i++)
        if (symbol_with(p, i)->id != i) {
            *why = kp_sprintf(u->arena, "symbol %s has the wrong number", symbol_with(p, i)->name);
            return false;
        }
    for (size_t i = 0; i < p->instances.n; i++)
        if (!check_node(&k, p->instances.v[i].function))
            return false;
    return check_node(&k, p->root);
}
