#include "model/inline.h"
#include "model/loops.h"
#include "pipeline.h"
#include "texts/texts.h"

/* What is the matter behind a call, at the call. */
static void say_behind_call(struct kp_loop *to, const struct kp_loop *from)
{
    if (to->outcome != KP_REFUSED || from->outcome != KP_REFUSED ||
        to->refusals.v[0].code != KP_CODE_KP310)
        return;
    to->refusals.v[0].code = from->refusals.v[0].code;
    to->refusals.v[0].reason = from->refusals.v[0].reason;
    to->plan.past_static = from->plan.past_static;
}

/* Is the call in a loop that is pipelined in `v`? */
static bool is_of_use(const struct kp_unit *u, const struct kp_unit *v, const struct kp_node *call)
{
    for (size_t i = 0; i < u->loops.n; i++)
        for (size_t k = 0; kp_is_pipelined(v->loops.v[i]) && k < u->loops.v[i]->copies.n; k++)
            if (u->loops.v[i]->copies.v[k].node == call)
                return true;
    return false;
}

/* Adds the calls that have to stay to `but`: one whose body would say something else in its place,
 * or those of loops that are refused even so, and have to come out as they are. */
static void keep_calls(struct kp_unit *u, struct kp_unit *v, const struct kp_calls *calls,
                       struct kp_calls *but)
{
    const struct kp_node *other = kp_inlined_otherwise(u, v, calls);

    if (other)
        kp_push(u->arena, but, other);
    if (other || v->loops.n != u->loops.n)
        return;
    for (size_t i = 0; i < u->loops.n; i++)
        say_behind_call(u->loops.v[i], v->loops.v[i]);
    for (size_t i = 0; i < calls->n; i++)
        if (!is_of_use(u, v, calls->v[i]))
            kp_push(u->arena, but, calls->v[i]);
}

/* The passes over the text with copy helpers' bodies in the place of their calls. */
static struct kp_unit *inlined(struct kp_unit *u)
{
    struct kp_calls but = {0}, calls = {0};
    struct kp_unit *v;
    const char *text;
    size_t size = 0, kept;

    do {
        calls.n = 0;
        text = kp_inline_helpers(u, &but, &calls, &size);
        if (!text)
            return NULL;
        v = kp_unit_derive(u);
        v->is_inlined = true;
        if (!kp_pipeline_text(v, u->source.path, text, size, KP_PASS_EMIT))
            return NULL;
        kept = but.n;
        keep_calls(u, v, &calls, &but);
    } while (but.n > kept);
    return v->loops.n == u->loops.n ? v : NULL;
}

bool kp_try_inlined(struct kp_unit *u)
{
    struct kp_unit *v = u->is_inlined || u->is_widened ? NULL : inlined(u);
    bool helped = false;

    if (!v)
        return false;
    for (size_t i = 0; i < u->loops.n; i++)
        helped |= u->loops.v[i]->outcome == KP_REFUSED && kp_is_pipelined(v->loops.v[i]);
    if (helped)
        kp_unit_adopt(u, v);
    return helped;
}
