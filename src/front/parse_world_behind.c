/* Objects that are made and end behind all loops of a kernel that may wait for other threads. What
 * their constructors and destructors do cannot reach such a loop: it is unknown code there, and no
 * reason to give up. */
#include "front/parse_world.h"
#include "front/tree.h"

#include <string.h>

static bool is_loop(const struct kp_node *n)
{
    return n->kind == KP_FOR || n->kind == KP_WHILE || n->kind == KP_DO || n->kind == KP_RANGE_FOR;
}

/* A loop can be pipelined only with a full barrier of the block: __syncthreads, sync() of a group,
 * assembly, or a function of the program's that has one. All names of the rules for barriers
 * (rewrite-rules/calls.ini) but those of cub, which are no full ones, have such a part. */
static bool may_wait(const struct kp_node *n)
{
    static const char *const names[] = {"sync", "barrier", "wait", "arrive", "commit"};

    if (n->kind == KP_ASM)
        return true;
    if (n->kind != KP_CALL)
        return n->kind == KP_OPCALL && n->sym && n->sym->is_own;
    if (!n->sym || n->sym->is_own)
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(n->sym->name, names[i]))
            return true;
    return false;
}

static bool holds_wait(const struct kp_node *loop)
{
    kp_each_below(x, loop) if (may_wait(x)) return true;
    return false;
}

bool kp_is_behind_loops(struct kp_look *l, CXCursor c)
{
    const struct kp_node *f = l->face->sym->decl;
    struct kp_spot at;

    if (!l->face->sym->is_kernel || !f || !kp_spot_of(l->b, clang_getCursorExtent(c), &at) ||
        at.file != f->file || at.begin < f->span.begin || at.end > f->span.end ||
        kp_holds(f, KP_BIT(KP_GOTO) | KP_BIT(KP_LABEL) | KP_BIT(KP_LAMBDA) | KP_BIT(KP_UNKNOWN)))
        return false;
    kp_each_below(x, f) if (is_loop(x) && (x->file != f->file || x->span.end > at.begin) &&
                            holds_wait(x)) return false;
    return true;
}

static bool is_at(const struct kp_node *n, const struct kp_spot *at)
{
    return n->file == at->file && n->span.begin == at->begin && n->span.end == at->end;
}

/* The node that makes the object: an expression, or the variable that is declared so; NULL. */
static struct kp_node *maker_at(struct kp_node *n, const struct kp_spot *at)
{
    struct kp_node *found = NULL;
    bool is_own = n->kind == KP_VAR && n->sym && n->sym->space == KP_SPACE_LOCAL &&
                  !n->sym->is_static && n->file == at->file && n->span.begin <= at->begin &&
                  n->span.end == at->end;

    if (is_own || ((n->kind == KP_CONSTRUCT || n->kind == KP_INIT_LIST) && is_at(n, at)))
        return n;
    kp_each_child(c, n) if (!found) found = maker_at(c, at);
    return found;
}

bool kp_is_made_behind(struct kp_look *l, CXCursor call)
{
    struct kp_node *n;
    struct kp_spot at;

    if (!kp_is_behind_loops(l, call) || !kp_spot_of(l->b, clang_getCursorExtent(call), &at))
        return false;
    n = maker_at(l->face->sym->decl, &at);
    if (n)
        n->is_unknown = true;
    return n != NULL;
}
