/* Loops in other words: which of them that helps, by as few passes over the file as tell it. */
#include "pipeline.h"
#include "texts/texts.h"

struct kp_in_vain {
    bool *loops[KP_WORDING_COUNT];
    size_t n;
};

/* Per loop: what has been tried and did not help. It is not tried again on texts of as many loops
 * that are made of this one. */
static bool *in_vain_of(struct kp_unit *u, enum kp_wording_kind kind)
{
    if (!u->in_vain || u->in_vain->n != u->loops.n) {
        u->in_vain = kp_new(u->arena, struct kp_in_vain);
        u->in_vain->n = u->loops.n;
        for (int k = 0; k < KP_WORDING_COUNT; k++)
            u->in_vain->loops[k] = kp_new_array(u->arena, bool, u->loops.n + 1);
    }
    return u->in_vain->loops[kind];
}

/* Excludes loops for which the text is of no use, and keeps what refuses them there. *any: it is
 * for one; true: for all of them. */
static bool keep(struct kp_unit *u, struct kp_unit *v, const struct kp_wording *w,
                 bool (*helps)(struct kp_unit *v, size_t i, void *data), bool *wanted,
                 bool *in_vain, bool *any)
{
    bool all = true;

    *any = false;
    for (size_t i = 0; i < u->loops.n; i++) {
        if (!wanted[i])
            continue;
        if (v)
            kp_unit_hear(u, i, v->loops.v[i]);
        wanted[i] = v && helps(v, i, w->data);
        in_vain[i] |= !wanted[i];
        all &= wanted[i];
        *any |= wanted[i];
    }
    return all;
}

/* All passes on the text with the words that help; NULL: none do. */
static struct kp_unit *best(struct kp_unit *u, const struct kp_wording *w, bool *wanted,
                            bool *in_vain)
{
    struct kp_unit *v = w->make(u, wanted, w->data, KP_PASS_LEGAL);
    bool any, all = keep(u, v, w, w->may_help, wanted, in_vain, &any);

    if (!any)
        return NULL;
    if (!all)
        v = w->make(u, wanted, w->data, KP_PASS_EMIT);
    else if (!kp_pipeline_rest(v, KP_PASS_LEGAL))
        v = NULL;
    all = keep(u, v, w, w->helps, wanted, in_vain, &any);
    if (any && !all) /* the others stay as they are */
        v = w->make(u, wanted, w->data, KP_PASS_EMIT);
    return any ? v : NULL;
}

bool kp_try_wording(struct kp_unit *u, const struct kp_wording *w)
{
    bool *in_vain = in_vain_of(u, w->kind), *wanted = kp_new_array(u->arena, bool, u->loops.n + 1);
    struct kp_unit *v;

    for (size_t i = 0; i < u->loops.n; i++)
        wanted[i] = !in_vain[i] && w->is_wanted(u, i);
    v = best(u, w, wanted, in_vain);
    if (v)
        kp_unit_adopt(u, v);
    return v;
}
