/* Why a loop is not pipelined that kpipe tried in several texts: what refuses it in the one where
 * it got farthest. What only the text as written has in its way would not help if it were changed.
 */
#include "pipeline.h"
#include "texts/texts.h"

bool kp_is_refused_for(const struct kp_loop *l, enum kp_code code)
{
    for (size_t k = 0; k < l->refusals.n; k++)
        if (l->refusals.v[k].code == code)
            return true;
    return false;
}

static bool has_all_of(const struct kp_loop *l, const struct kp_loop *of)
{
    for (size_t k = 0; k < of->refusals.n; k++)
        if (!kp_is_refused_for(l, of->refusals.v[k].code))
            return false;
    return true;
}

/* It passes the legal rules that `l` does not, or fails some of those that `l` fails, and no other.
 */
static bool is_farther(const struct kp_loop *from, const struct kp_loop *l)
{
    if (!from->refusals.n || l->is_legal || from->is_legal)
        return from->refusals.n && !l->is_legal;
    return has_all_of(l, from) && !has_all_of(from, l);
}

void kp_unit_hear(struct kp_unit *u, size_t i, const struct kp_loop *from)
{
    struct kp_loop *l = u->loops.v[i];

    if (from->farther && from->outcome == KP_REFUSED) /* in a text made of that one */
        kp_unit_hear(u, i, from->farther);
    if (is_farther(from, l->farther ? l->farther : l))
        l->farther = from;
}

/* Refusals that other words do not take away, in the order and at the places they have here. */
static void keep_common(struct kp_loop *l, const struct kp_loop *from)
{
    size_t n = 0;

    for (size_t k = 0; k < l->refusals.n; k++)
        if (kp_is_refused_for(from, l->refusals.v[k].code))
            l->refusals.v[n++] = l->refusals.v[k];
    l->refusals.n = n;
}

/* What refuses it there, at the loop, unless the same is said here of a place in it. */
static void take(struct kp_unit *u, struct kp_loop *l, const struct kp_loop *from)
{
    size_t same = l->refusals.v[0].code == from->refusals.v[0].code;

    l->refusals.n = same;
    for (size_t k = same; k < from->refusals.n; k++)
        kp_push(u->arena, &l->refusals, kp_refusal_at(u, l, &from->refusals.v[k]));
}

void kp_unit_say_farthest(struct kp_unit *u)
{
    for (size_t i = 0; i < u->loops.n; i++) {
        struct kp_loop *l = u->loops.v[i];

        if (!l->farther || l->outcome != KP_REFUSED || l->is_legal)
            continue;
        if (l->farther->is_legal)
            take(u, l, l->farther);
        else
            keep_common(l, l->farther);
    }
}
