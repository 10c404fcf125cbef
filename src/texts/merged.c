#include "merge/merge.h"
#include "model/refuse.h"
#include "pipeline.h"
#include "plan/plan.h"
#include "texts/texts.h"
#include "texts/widened.h"

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

/* The unit of the text with merged blocks, with all passes; NULL: the text does not do. */
static struct kp_unit *merged(struct kp_unit *u, struct kp_merged *changes)
{
    size_t size = 0;
    const char *text = kp_merge_blocks(u, changes, &size);
    struct kp_unit *v = text ? kp_unit_derive(u) : NULL;

    if (!v)
        return NULL;
    v->is_merged = true;
    v->n_forms++;
    return kp_pipeline_text(v, u->source.path, text, size, KP_PASS_EMIT) ? v : NULL;
}

/* With merged blocks, copies that are made wider afterwards would have to know what each of the
 * blocks adds to an address. Made wider before, both widths in one loop, they are copies like any.
 */
static struct kp_unit *merged_wide(struct kp_unit *u, const struct kp_unit *narrow,
                                   const struct kp_merged *merges)
{
    struct kp_widened *wide = kp_new_array(u->arena, struct kp_widened, u->loops.n + 1);
    struct kp_merged *changes = kp_new_array(u->arena, struct kp_merged, u->loops.n + 1);
    const char *text;
    size_t size;
    struct kp_unit *w, *v;

    for (size_t i = 0; i < u->loops.n; i++) {
        wide[i].skip = !merges[i].words || kp_request_at(u, i).width != KP_WIDTH_AUTO;
        wide[i].in_one = wide[i].plain = true;
    }
    w = kp_widened_as_written(u, wide, &text, &size);
    v = w ? merged(w, changes) : NULL;
    if (!v || v->parse.errors.n > u->parse.errors.n || !align(u, v))
        return NULL;
    for (size_t i = 0; i < u->loops.n; i++) {
        if (!changes[i].words != !merges[i].words ||
            (wide[i].words && !kp_is_as_good_widened(narrow->loops.v[i], v->loops.v[i], &wide[i])))
            return NULL;
        kp_say_widened(v->loops.v[i], &wide[i], u->loops.v[i]);
    }
    return v;
}

static void refuse(struct kp_unit *u, const struct kp_merged *changes)
{
    for (size_t i = 0; i < u->loops.n; i++)
        if (changes[i].words)
            u->loops.v[i]->merge_why = kp_refusal_make(u, u->loops.v[i], KP_CODE_KP903, NULL,
                                                       "kpipe could not rewrite the changed text");
}

bool kp_try_merged(struct kp_unit *u)
{
    struct kp_merged *changes;
    struct kp_unit *v, *wide;

    if (u->is_merged || u->is_widened)
        return false;
    changes = kp_new_array(u->arena, struct kp_merged, u->loops.n + 1);
    v = merged(u, changes);
    for (size_t i = 0; i < u->loops.n; i++)
        u->loops.v[i]->merge_why = changes[i].why;
    if (!v || v->parse.errors.n > u->parse.errors.n || !align(u, v)) {
        refuse(u, changes);
        return false;
    }
    wide = merged_wide(u, v, changes);
    v = wide ? wide : v;
    for (size_t i = 0; i < u->loops.n; i++) {
        v->loops.v[i]->merged = changes[i].words;
        v->loops.v[i]->merge_picture = changes[i].picture;
        v->loops.v[i]->plan.merge = changes[i].by;
    }
    kp_unit_adopt(u, v);
    return true;
}
