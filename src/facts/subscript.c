/* Indices of arrays. */
#include "facts/subscript.h"

#include "front/tree.h"

/* An access, from its last index to its first. */
struct chain {
    const struct kp_node *index[KP_MAX_SUBSCRIPTS];
    int64_t extent[KP_MAX_SUBSCRIPTS]; /* below 0: not known */
    const struct kp_node *array;
    int n;
};

/* How many elements the array has: in an instance of a template, where only that tells. */
static int64_t extent_of(const struct kp_node *n, const struct kp_node *own)
{
    const struct kp_type *t = own && own->kind == KP_INDEX ? own->first->type : NULL;

    return n->first->type->count <= 0 && t && t->kind == KP_TYPE_ARRAY ? t->count
                                                                       : n->first->type->count;
}

static bool read_chain(const struct kp_exact *e, const struct kp_node *access, struct chain *c)
{
    const struct kp_node *n = kp_node_as_written(access), *own = access;
    int64_t number;

    c->n = 0;
    for (; n->kind == KP_INDEX && n->first->type && n->first->type->kind == KP_TYPE_ARRAY;
         n = n->first) {
        if (c->n == KP_MAX_SUBSCRIPTS || !kp_fn_value_of(e->fn, n->last) ||
            (c->n && kp_fn_is_const(e->fn, kp_fn_value_of(e->fn, n->last), &number)))
            return false;
        c->index[c->n] = n->last;
        c->extent[c->n++] = extent_of(n, own);
        own = own && own->kind == KP_INDEX ? own->first : NULL;
    }
    c->array = n;
    if (c->n && n->kind == KP_REF && n->sym && n->sym->kind == KP_SYM_PARAM && n->sym->type &&
        n->sym->type->kind == KP_TYPE_ARRAY)
        c->extent[c->n - 1] = -1; /* it is a pointer: what it points to may be longer */
    return c->n > 0;
}

static bool sum_of(const struct kp_exact *e, const struct kp_node *index, struct kp_sum *out)
{
    return kp_exact_sum(e, kp_fn_value_of(e->fn, index), false, out);
}

bool kp_subscript_sum(const struct kp_exact *e, const struct kp_node *access, int index,
                      struct kp_sum *out)
{
    struct chain c;

    return read_chain(e, access, &c) && index < c.n && c.n > 1 && c.array->kind == KP_REF &&
           kp_as_written(c.array->sym) == kp_as_written(e->fn->objects.v[e->object].sym) &&
           sum_of(e, c.index[index], out);
}

bool kp_subscript_room(const struct kp_exact *e, const struct kp_node *access, int index,
                       struct kp_sum *out)
{
    struct kp_sum extent, at;
    struct chain c;

    if (!read_chain(e, access, &c) || index >= c.n || c.extent[index] <= 0 ||
        !sum_of(e, c.index[index], &at))
        return false;
    extent = kp_sum_of_number(c.extent[index]);
    return kp_sum_add(&extent, &at, -1, out);
}

unsigned kp_subscripts_say(const struct kp_exact *e, const struct kp_node *access,
                           struct kp_sum above[KP_MAX_SUBSCRIPTS])
{
    unsigned n = 0;

    for (int i = 0; i < KP_MAX_SUBSCRIPTS; i++)
        n += kp_subscript_room(e, access, i, &above[n]);
    return n;
}
