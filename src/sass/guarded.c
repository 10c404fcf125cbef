#include "sass/guarded.h"

#include "util/str.h"

/* `@P0 copy` and `@!P0 store` stand so close. */
enum { NEAR = 16 };

static const struct kp_sass_insn *insn(const struct kp_overlap *o, size_t position)
{
    return &o->kernel->insns.v[o->insns.v[position]];
}

static bool is_copy(const struct kp_sass_insn *x)
{
    return x->opclass == KP_INSN_ASYNC_COPY && !x->never;
}

static bool is_guarded(const struct kp_sass_insn *x)
{
    return x->guard != KP_SASS_PT;
}

/* Where the forward branch at `from` goes when it leaves out copies and nothing that all warps have
 * to make; 0 for other instructions. */
static unsigned around(const struct kp_overlap *o, size_t from)
{
    const struct kp_sass_insn *x = insn(o, from);
    bool copies = false;

    if (!x->has_target || !is_guarded(x))
        return 0;
    for (size_t i = from + 1; i < o->insns.n; i++) {
        if (insn(o, i)->address == x->target)
            return copies ? (unsigned)i : 0;
        if (insn(o, i)->is_barrier || insn(o, i)->opclass == KP_INSN_ASYNC_COMMIT)
            return 0;
        copies |= is_copy(insn(o, i));
    }
    return 0;
}

/* Does the copy, or the branch around it, hang on the predicate so that the store does not run
 * where the copy does? */
static bool excludes(const struct kp_guarded *g, size_t at, const struct kp_sass_insn *x,
                     const struct kp_sass_insn *store)
{
    if (!is_guarded(x) || x->guard != store->guard)
        return false;
    return (is_copy(x) && x->guard_not != store->guard_not) ||
           (g->around[at] && x->guard_not == store->guard_not);
}

static bool is_zero(const struct kp_overlap *o, const struct kp_guarded *g, size_t at)
{
    const struct kp_sass_insn *store = insn(o, at);

    if (store->opclass != KP_INSN_STORE_SHARED || !is_guarded(store))
        return false;
    for (size_t i = at > NEAR ? at - NEAR : 0; i < o->insns.n && i <= at + NEAR; i++)
        if (excludes(g, i, insn(o, i), store))
            return true;
    return false;
}

void kp_guarded_find(struct kp_arena *a, const struct kp_overlap *o, struct kp_guarded *out)
{
    *out = (struct kp_guarded){.around = kp_new_array(a, unsigned, o->insns.n + 1),
                               .zero = kp_new_array(a, bool, o->insns.n + 1)};
    for (size_t i = 0; i < o->insns.n; i++) {
        out->around[i] = around(o, i);
        if (is_copy(insn(o, i)))
            out->bytes += (double)insn(o, i)->bytes / o->tiles;
    }
    for (size_t i = 0; i < o->insns.n; i++)
        out->zero[i] = is_zero(o, out, i);
}
