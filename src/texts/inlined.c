#include "front/tree.h"
#include "model/inline.h"
#include "pipeline.h"
#include "texts/texts.h"

/* Moves a refusal inside a called function to the call. That the made text does not parse says
 * nothing of the user's. */
static void say_behind_call(struct kp_loop *to, const struct kp_loop *from)
{
    if (to->outcome != KP_REFUSED || from->outcome != KP_REFUSED ||
        from->refusals.v[0].code == KP_CODE_KP603 ||
        (to->refusals.v[0].code != KP_CODE_KP310 && to->refusals.v[0].code != KP_CODE_KP110))
        return;
    to->refusals.v[0].code = from->refusals.v[0].code;
    to->refusals.v[0].reason = from->refusals.v[0].reason;
    to->refusals.v[0].hint = from->refusals.v[0].hint;
    to->plan.past_static = from->plan.past_static;
}

/* True if the call prevents its loop from being pipelined, and the loop is in `v`, or may be. */
static bool is_of_use(const struct kp_unit *u, const struct kp_unit *v, const struct kp_node *call,
                      bool may_be)
{
    for (size_t i = 0; i < u->loops.n; i++)
        if (!kp_is_pipelined(u->loops.v[i]) && kp_is_inside(call, u->loops.v[i]->node) &&
            (may_be ? kp_may_be_helped(v->loops.v[i]) : kp_is_pipelined(v->loops.v[i])))
            return true;
    return false;
}

/* Adds the calls that must stay to `but`: one whose body would have another meaning in its place,
 * and those of loops that are refused even when inlined. */
static void keep_calls(struct kp_unit *u, struct kp_unit *v, bool may_be,
                       const struct kp_calls *calls, struct kp_calls *but)
{
    const struct kp_node *other = kp_inlined_otherwise(u, v, calls);

    if (other)
        kp_push(u->arena, but, other);
    if (other || v->loops.n != u->loops.n)
        return;
    for (size_t i = 0; i < u->loops.n; i++) {
        kp_unit_hear(u, i, v->loops.v[i]);
        if (!may_be || !kp_may_be_helped(v->loops.v[i]))
            say_behind_call(u->loops.v[i], v->loops.v[i]);
    }
    for (size_t i = 0; i < calls->n; i++)
        if (!is_of_use(u, v, calls->v[i], may_be))
            kp_push(u->arena, but, calls->v[i]);
}

/* Methods of open classes, and which of several functions of a name is called, are what they are in
 * the visible instances, to which the output is restricted. */
static void rest_on_instances(struct kp_unit *u, struct kp_unit *v, const struct kp_calls *calls)
{
    struct kp_texts names = {0};

    for (size_t i = 0; i < calls->n; i++) {
        const struct kp_node *call = calls->v[i];
        const struct kp_node *object = call->kind == KP_CALL && call->sym && call->sym->is_method
                                           ? kp_object_of_call(u, call)
                                           : NULL;

        if ((object && kp_is_open_object(object)) || (call->kind == KP_CALL && !call->sym))
            kp_add_text(u->arena, &names, kp_function_around(call)->sym->qualified);
    }
    kp_rest_on_instances(v, &names);
}

/* Runs the passes on the text with copy helpers' bodies instead of their calls: all of them only if
 * what is legal leaves every call a use. */
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
        rest_on_instances(u, v, &calls);
        if (!kp_pipeline_text(v, u->source.path, text, size, KP_PASS_LEGAL))
            return NULL;
        kept = but.n;
        keep_calls(u, v, true, &calls, &but);
        if (but.n > kept)
            continue;
        if (!kp_pipeline_rest(v, KP_PASS_LEGAL))
            return NULL;
        keep_calls(u, v, false, &calls, &but);
    } while (but.n > kept);
    return v->loops.n == u->loops.n ? v : NULL;
}

/* True if so many calls were inlined, one in the body of another, that it may be one that calls
 * itself. */
static bool is_deep(const struct kp_unit *u)
{
    unsigned depth = 0;

    for (; u && u->is_inlined; u = u->outer)
        depth++;
    return depth >= 4;
}

bool kp_try_inlined(struct kp_unit *u)
{
    struct kp_unit *v = is_deep(u) || u->is_widened ? NULL : inlined(u);
    bool helped = false;

    if (!v)
        return false;
    for (size_t i = 0; i < u->loops.n; i++)
        helped |= u->loops.v[i]->outcome == KP_REFUSED && kp_is_pipelined(v->loops.v[i]);
    if (helped)
        kp_unit_adopt(u, v);
    return helped;
}
