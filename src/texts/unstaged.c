/* Loops that keep the next tile in registers by hand: the text in which each tile is loaded where
 * it is stored, on which the passes run again. Validation proves that the two texts compute the
 * same, but for the order of loads and stores in global memory: there is no store to it from the
 * first load on. */
#include "model/inline.h"
#include "front/tree.h"
#include "model/loop_parts.h"
#include "model/refuse.h"
#include "pipeline.h"
#include "plan/plan.h"
#include "texts/prefetch.h"
#include "texts/texts.h"
#include "validate/validate.h"

/* The loop keeps what the next iteration stores: that it can be left to asynchronous copies. */
static void say_so(struct kp_unit *u, struct kp_loop *l, const struct kp_node *load, bool is_wanted)
{
    struct kp_refusal r = kp_refusal_make(u, l, KP_CODE_KP110, load, NULL);

    r.hint = is_wanted
                 ? "it stays: kpipe cannot show that each tile is what a load where it is "
                   "stored would load, or nothing is gained"
                 : "--prefetch replace leaves this to asynchronous copies, where that is exact";
    l->refusals.v[0] = r;
}

static void add_calls(struct kp_unit *u, const struct kp_node_set *list, struct kp_calls *calls)
{
    for (size_t i = 0; i < list->list.n; i++)
        kp_each_below(x, list->list.v[i]) if (x->kind == KP_CALL && kp_is_statement(x))
            kp_push(u->arena, calls, x);
}

/* The text in which functions that such prefetches call are their bodies, up to the legal pass;
 * NULL: there are no such calls, or they cannot be replaced. */
static struct kp_unit *without_calls(struct kp_unit *u, const struct kp_handmade *found,
                                     const bool *wanted)
{
    struct kp_calls calls = {0}, made = {0}, but = {0};
    struct kp_unit *v;
    const char *text;
    size_t size = 0;

    for (size_t i = 0; i < u->loops.n; i++)
        if (wanted[i]) {
            add_calls(u, &found[i].before, &calls);
            add_calls(u, &found[i].loads, &calls);
            add_calls(u, &found[i].stores, &calls);
        }
    text = kp_inline_calls(u, &calls, &but, &made, &size);
    if (!text)
        return NULL;
    v = kp_unit_derive(u);
    v->is_inlined = true;
    return kp_pipeline_derived(u, v, text, size, KP_PASS_LEGAL) &&
                   !kp_inlined_otherwise(u, v, &made)
               ? v
               : NULL;
}

/* The registers of `p` that go are those that do in another text of the loop. */
static void set_direct(struct kp_handmade *p, const struct kp_handmade *in)
{
    p->direct.list.n = 0;
    for (size_t i = 0; i < p->held.list.n; i++)
        for (size_t k = 0; k < in->direct.list.n; k++)
            if (kp_streq(p->held.list.v[i]->name, in->direct.list.v[k]->name))
                kp_add_sym(p->u, &p->direct, p->held.list.v[i]);
}

/* The passes on the text in which these loops are as they would be without the registers; it is
 * made of that of `from`, in which functions that the input calls may be their bodies. */
static struct kp_unit *unstaged(struct kp_unit *u, struct kp_unit *from, struct kp_handmade *found,
                                bool *wanted)
{
    const char **own = kp_new_array(u->arena, const char *, u->loops.n + 1);
    struct kp_patches patches = {0};
    struct kp_unit *v;
    const char *text;
    bool any = false;

    for (size_t i = 0; i < u->loops.n; i++) {
        size_t n = patches.list.n;
        struct kp_handmade in = found[i];

        wanted[i] = wanted[i] && (from == u || kp_find_prefetch(from, from->loops.v[i], &in)) &&
                    kp_drop_prefetch(&in, &patches);
        set_direct(&found[i], &in);
        if (wanted[i])
            own[i] = kp_prefetch_as_written(&found[i]);
        else
            patches.list.n = n;
        any |= wanted[i];
    }
    if (!any)
        return NULL;
    text = kp_render(from, (struct kp_span){0, from->source.size}, &patches);
    v = kp_unit_derive(u);
    v->is_unstaged = true;
    v->own_loops = own;
    return kp_pipeline_derived(u, v, text, strlen(text), KP_PASS_EMIT) ? v : NULL;
}

bool kp_try_unstaged(struct kp_unit *u)
{
    bool *wanted = kp_new_array(u->arena, bool, u->loops.n + 1), again = true, any = false;
    struct kp_handmade *found = kp_new_array(u->arena, struct kp_handmade, u->loops.n + 1);
    struct kp_unit *v = NULL, *from;

    if (u->is_widened || u->is_merged || u->is_unstaged)
        return false;
    for (size_t i = 0; i < u->loops.n; i++) {
        struct kp_request request = kp_request_at(u, i);

        if (!kp_find_prefetch(u, u->loops.v[i], &found[i]))
            continue;
        wanted[i] = request.prefetch == KP_PREFETCH_REPLACE && !request.leave;
        say_so(u, u->loops.v[i], found[i].loads.list.v[0], wanted[i]);
    }
    while (again) {
        again = any = false;
        from = without_calls(u, found, wanted);
        from = from ? from : u; /* these two are compared already */
        v = unstaged(u, from, found, wanted);
        for (size_t i = 0; v && i < u->loops.n; i++) {
            if (wanted[i] &&
                (!kp_is_pipelined(v->loops.v[i]) ||
                 !kp_has_variant(v->loops.v[i], KP_VARIANT_CP_ASYNC) ||
                 kp_validate(from, v, from->loops.v[i], KP_SUMS).validity != KP_VALID)) {
                wanted[i] = false;
                again = true;
            }
            any |= wanted[i];
        }
    }
    if (!v || !any)
        return false;
    for (size_t i = 0; i < u->loops.n; i++)
        v->loops.v[i]->plan.unstaged = wanted[i];
    kp_unit_adopt(u, v);
    return true;
}
