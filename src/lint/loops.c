/* The K-loops: what waits for its tiles and need not, and copies that could be wider. */
#include "lint/parts.h"
#include "model/refuse.h"
#include "model/steps.h"
#include "plan/plan.h"

enum { WIDE = 16 };

/* ---- pipelining -------------------------------------------------------------------------------
 */

static void look_at_loop(struct kp_linter *l, const struct kp_loop *loop)
{
    enum kp_prospect prospect = kp_prospect_of(loop);
    const struct kp_refusal *r = loop->refusals.v;
    struct kp_lint *lint;

    if (prospect == KP_PROSPECT_NONE || prospect == KP_PROSPECT_SMALL)
        return;
    if (prospect == KP_PROSPECT_GAIN) {
        kp_lint_add(l, KP_CODE_KP712, loop->node,
                    "the loop waits for its tiles to be loaded; it can be pipelined");
        return;
    }
    lint =
        kp_lint_add(l, KP_CODE_KP712, loop->node,
                    kp_sprintf(l->unit->arena,
                               "the loop waits for its tiles to be loaded; not pipelined: %s (%s)",
                               r->reason, kp_diag(r->code)->code));
    lint->remedy = kp_refusal_hint(r) ? kp_refusal_hint(r)
                                      : kp_sprintf(l->unit->arena, "`kpipe explain %s` says more",
                                                   kp_diag(r->code)->code);
    for (size_t i = 0; i < r->places.n; i++) {
        struct kp_place p = r->places.v[i];

        p.text = p.text ? p.text : "this prevents it";
        kp_push(l->unit->arena, &lint->places, p);
    }
}

/* ---- wide copies ------------------------------------------------------------------------------
 */

/* True if lanes that are next to each other touch bytes that are next to each other, 16 of them at
 * a time. A tile's place in shared memory is known well enough to ask for aligned ones. */
static bool is_contiguous(const struct kp_lanes *v, int64_t bytes, bool is_aligned)
{
    int group = (int)(WIDE / bytes);

    if (!v->known || !v->root || (is_aligned && v->multiple % WIDE))
        return false;
    for (int l = 0; l < KP_WARP; l++) {
        int first = l / group * group;

        if (v->at[l] - v->at[first] != (l - first) * bytes || (is_aligned && v->at[first] % WIDE))
            return false;
        for (unsigned i = 0; i < v->n_terms; i++)
            if (v->term[i].at[l] != v->term[i].at[first])
                return false;
    }
    return true;
}

static bool is_wide(struct kp_warp_view *w, const struct kp_copy *c)
{
    uint32_t block = kp_fn_block_of(w->fn, c->dest);
    struct kp_lanes to = kp_lanes_value(w, kp_fn_address_of(w->fn, c->dest), block);
    struct kp_lanes from = kp_lanes_value(w, kp_fn_address_of(w->fn, c->source), block);

    return is_contiguous(&to, c->bytes, true) && is_contiguous(&from, c->bytes, false);
}

static int64_t trips_of(const struct kp_loop *loop, const struct kp_copy *c)
{
    int64_t trips = 1;

    for (size_t i = 0; i < c->loops.n; i++) {
        int64_t n = -1;

        for (size_t k = 0; k < loop->copy_loops.n; k++)
            if (loop->copy_loops.v[k].node == c->loops.v[i])
                n = loop->copy_loops.v[k].trips;
        if (n < 1 || n > 1024)
            return 0;
        trips *= n;
    }
    return trips;
}

static void look_at_copy(struct kp_linter *l, const struct kp_loop *loop, const struct kp_copy *c)
{
    int64_t trips = trips_of(loop, c);
    if (c->form != KP_COPY_DIRECT || c->bytes < 1 || c->bytes >= WIDE || c->guards.n ||
        trips * c->bytes < WIDE || trips * c->bytes % WIDE || !l->shapes.n)
        return;
    for (size_t i = 0; i < l->shapes.n; i++)
        for (int k = 0; k < kp_lint_warps(&l->shapes.v[i]); k++)
            if (!is_wide(kp_lint_warp(&l->shapes.v[i], k), c))
                return;
    kp_lint_add(l, KP_CODE_KP711, c->node,
                kp_sprintf(l->unit->arena,
                           "each thread fills '%s' by %lld copies of %lld bytes; %lld of 16 bytes "
                           "would do",
                           c->tile->sym->name, (long long)trips, (long long)c->bytes,
                           (long long)(trips * c->bytes / WIDE)));
}

void kp_lint_loops(struct kp_linter *l)
{
    for (size_t i = 0; i < l->unit->loops.n; i++) {
        const struct kp_loop *loop = l->unit->loops.v[i];
        const struct kp_loop *text = kp_loop_as_written(loop);

        if (!kp_is_inside(loop->node, l->f->sym->decl))
            continue;
        look_at_loop(l, loop);
        /* of a loop that was planned on a derived text, only the verdict and its place are ours */
        for (size_t k = 0;
             text->function == l->f->sym && k < text->copies.n && !text->made_by_kpipe; k++)
            look_at_copy(l, text, &text->copies.v[k]);
    }
}
