#include "merge/merge.h"
#include "model/refuse.h"
#include "pipeline.h"
#include "texts/texts.h"

/* Matches the loops of `v` that fill tiles with those of `u`. Loops that fill none stay as they are
 * in u, and loops over sub-blocks may be new. False when there are others. */
static bool align(struct kp_unit *u, struct kp_unit *v)
{
    struct kp_loop **found = kp_new_array(u->arena, struct kp_loop *, u->loops.n + 1);
    size_t at = 0;

    for (size_t i = 0; i < u->loops.n; i++) {
        while (u->loops.v[i]->tiles.n && at < v->loops.n && !v->loops.v[at]->tiles.n)
            at++;
        if (u->loops.v[i]->tiles.n && at == v->loops.n)
            return false;
        found[i] = u->loops.v[i]->tiles.n ? v->loops.v[at++] : u->loops.v[i];
    }
    while (at < v->loops.n && !v->loops.v[at]->tiles.n)
        at++;
    if (at < v->loops.n)
        return false;
    v->loops.n = 0;
    for (size_t i = 0; i < u->loops.n; i++)
        kp_push(u->arena, &v->loops, found[i]);
    return true;
}

bool kp_try_merged(struct kp_unit *u)
{
    struct kp_merged *changes;
    const char *text;
    size_t size = 0;
    struct kp_unit *v;

    if (u->is_merged || u->is_widened)
        return false;
    changes = kp_new_array(u->arena, struct kp_merged, u->loops.n + 1);
    text = kp_merge_blocks(u, changes, &size);
    for (size_t i = 0; i < u->loops.n; i++)
        u->loops.v[i]->merge_why = changes[i].why;
    if (!text)
        return false;
    v = kp_unit_derive(u);
    v->is_merged = true;
    if (!kp_pipeline_text(v, u->source.path, text, size, KP_PASS_EMIT) ||
        v->parse.errors.n > u->parse.errors.n || !align(u, v)) {
        for (size_t i = 0; i < u->loops.n; i++)
            if (changes[i].words)
                u->loops.v[i]->merge_why =
                    kp_refusal_make(u, u->loops.v[i], KP_CODE_KP903, NULL,
                                    "kpipe could not rewrite the changed text");
        return false;
    }
    for (size_t i = 0; i < u->loops.n; i++) {
        v->loops.v[i]->merged = changes[i].words;
        v->loops.v[i]->merge_picture = changes[i].picture;
        v->loops.v[i]->plan.merge = changes[i].by;
    }
    kp_unit_adopt(u, v);
    return true;
}
