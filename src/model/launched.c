/* Blocks of the launches in sight. */
#include "model/launched.h"

#include <limits.h>

#include "model/eval.h"

/* `block.x = n;`, behind the declaration */
static bool is_written(const struct kp_node *n, const struct kp_sym *s)
{
    const struct kp_node *to = n->first;

    while (n->kind == KP_ASSIGN && to && to->kind == KP_MEMBER)
        to = to->first;
    if (n->kind == KP_ASSIGN && to && to->kind == KP_REF && to->sym == s)
        return true;
    kp_each_child(c, n) if (is_written(c, s)) return true;
    return false;
}

static const struct kp_node *around(const struct kp_node *n)
{
    while (n->parent && n->kind != KP_FUNCTION)
        n = n->parent;
    return n;
}

bool kp_block_dims(const struct kp_node *block, int64_t dims[3])
{
    const struct kp_sym *s = block ? block->sym : NULL;
    unsigned i = 0;

    dims[0] = dims[1] = dims[2] = 1;
    if (!block)
        return false;
    if (kp_eval(block, NULL, &dims[0]))
        return dims[0] > 0 && dims[0] <= INT_MAX;
    /* `dim3 block(16, 16);` in front of the launch */
    if (block->kind == KP_REF && s && s->kind == KP_SYM_VAR && s->decl && s->decl->has_init &&
        !is_written(around(s->decl), s))
        return kp_block_dims(s->decl->last, dims);
    if (block->kind == KP_CAST && block->first)
        return kp_block_dims(block->first, dims);
    if ((block->kind != KP_CONSTRUCT && block->kind != KP_INIT_LIST) || !block->first)
        return false;
    kp_each_child(c, block)
    {
        if (c->kind == KP_NONE)
            continue;
        /* a copy of a dim3 */
        if (i == 3 || !kp_eval(c, NULL, &dims[i]))
            return block->first == block->last && kp_block_dims(c, dims);
        if (dims[i] <= 0 || dims[i++] > INT_MAX)
            return false;
    }
    return true;
}

bool kp_launched_block(const struct kp_unit *u, const struct kp_sym *kernel, int64_t dims[3])
{
    bool any = false;

    for (size_t i = 0; i < u->parse.launches.n; i++) {
        const struct kp_launch *l = &u->parse.launches.v[i];
        int64_t d[3];

        if (l->kernel != kernel || l->is_instantiation)
            continue;
        if (!kp_block_dims(l->block, d) || d[0] * d[1] > 1024 || d[0] * d[1] * d[2] > 1024 ||
            (any && memcmp(d, dims, sizeof d) != 0))
            return false;
        memcpy(dims, d, sizeof d);
        any = true;
    }
    return any;
}
