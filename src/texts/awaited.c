/* Barriers at a body's end that the last iteration alone passes over: all iterations wait.
 *
 *     for (k = 0; k < n; k++) { ..; if (k + 1 < n) __syncthreads(); }
 *     for (k = 0; k < n; k++) { ..; __syncthreads(); }
 *
 * All threads answer the condition alike, and run the same number of iterations, or the loop is
 * refused in this text as in the other: the whole block comes to the barrier that is added, and it
 * orders no less than before. A condition that asks anything else may leave out a barrier that is
 * needed, which is for the user to say. */
#include "emit/text.h"
#include "front/front.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/barriers.h"
#include "model/loop_parts.h"
#include "model/own_text.h"
#include "texts/prefetch.h"
#include "texts/texts.h"

/* Evaluating it changes nothing, and is seen by nobody. */
static bool is_pure(struct kp_func *f, const struct kp_node *n)
{
    const uint64_t no = KP_BIT(KP_LAMBDA) | KP_BIT(KP_UNKNOWN) | KP_BIT(KP_ASM) |
                        KP_BIT(KP_OPCALL) | KP_BIT(KP_CONSTRUCT) | KP_BIT(KP_NEW_DELETE) |
                        KP_BIT(KP_CALL);
    struct kp_effects e = {0};

    if (kp_holds(n, no))
        return false;
    kp_each_below(x, n) if (!x->type || x->type->is_volatile) return false;
    kp_effects_of(f, n, &e);
    for (size_t i = 0; i < e.access.n; i++)
        if (kp_is_store(&e.access.v[i]))
            return false;
    return !e.control.n;
}

/* The barrier that the branch is; NULL: it is something else. */
static const struct kp_node *barrier_of(struct kp_unit *u, const struct kp_node *branch)
{
    const struct kp_node *only =
        branch->kind == KP_COMPOUND && branch->n_children == 1 ? branch->first : branch;

    return !branch->from_macro && !only->from_macro && kp_is_full_barrier(u, only) ? only : NULL;
}

bool kp_wait_always(struct kp_unit *u, const struct kp_loop *l, struct kp_patches *p)
{
    const struct kp_node *body = kp_loop_body(l->node), *step = kp_loop_step(l->node);
    const struct kp_node *last = body && body->kind == KP_COMPOUND ? body->last : NULL, *barrier;
    struct kp_handmade of = {.u = u, .f = kp_func_get(u, l->function, false)};
    const char *text = u->source.text;
    int sign = 1;

    of.l = (struct kp_loop *)l;
    if (!of.f || !last || last->file || last->from_macro || last->kind != KP_IF ||
        last->is_constexpr_if || !step || !kp_step_of(step, &of.counter, &of.by, &sign) ||
        sign < 0 || !kp_is_for_next(&of, last) || !(barrier = barrier_of(u, kp_child(last, 2))) ||
        !is_pure(of.f, kp_child(last, 1)) || kp_thread_dependent(of.f, kp_child(last, 1), NULL) ||
        !kp_owns_lines(u, last) ||
        memchr(text + last->span.begin, '/', kp_stmt_end(u, last) - last->span.begin) ||
        kp_lex_has_directive(text, last->span.begin, kp_stmt_end(u, last)))
        return false;
    kp_patch(u, p, last->span.begin, kp_stmt_end(u, last),
             kp_sprintf(u->arena, "%s;", kp_span_text(u, barrier->span)));
    return true;
}
