#include "texts/texts.h"

#include "layout/layout.h"
#include "model/refuse.h"
#include "pipeline.h"

/* Runs the passes on a text with other rows, or on the present one. */
static struct kp_unit *laid_out(struct kp_unit *u, const char *text, size_t size,
                                const struct kp_texts *of_instances)
{
    struct kp_unit *v = kp_unit_derive(u);

    v->is_laid_out = true;
    v->n_forms++;
    kp_rest_on_instances(v, of_instances);
    return kp_pipeline_derived(u, v, text, size, KP_PASS_EMIT) &&
                   v->parse.errors.n <= u->parse.errors.n
               ? v
               : NULL;
}

static bool pads_rows(const struct kp_loop *l)
{
    return l->widened && strstr(l->widened, "rows padded");
}

/* With fewer blocks per SM, a larger part of the wavefronts must be saved. */
static bool is_worth_blocks(int was, int now, const struct kp_laid_out *change)
{
    return now >= was || 4 * change->after * was <= 3 * change->before * now;
}

/* The cost of other rows for the loop, in words; NULL: none. */
static const char *lost_by(const struct kp_loop *was, const struct kp_loop *now,
                           const struct kp_laid_out *change)
{
    const struct kp_budget *a = &was->plan.budget, *b = &now->plan.budget;

    if (!kp_is_pipelined(now))
        return kp_is_pipelined(was) ? "the pipeline" : NULL;
    if (!kp_is_pipelined(was))
        return NULL;
    if (!is_worth_blocks(a->blocks_after, b->blocks_after, change))
        return "a block per SM";
    if (now->plan.stages < was->plan.stages)
        return "a buffer";
    return (was->widened && !now->widened) || (pads_rows(now) && !pads_rows(was)) ? "wider copies"
                                                                                  : NULL;
}

/* True if the constants of the kernel are asserted, which is done before a rewritten loop. */
static bool is_asserted(const struct kp_unit *u, const struct kp_sym *function)
{
    for (size_t i = 0; i < u->loops.n; i++)
        if (kp_is_pipelined(u->loops.v[i]) &&
            kp_streq(u->loops.v[i]->function->qualified, function->qualified))
            return true;
    return false;
}

/* True if other rows have a cost for a loop with changed arrays; that loop gets the reason. */
static bool costs(struct kp_unit *u, const struct kp_unit *was, const struct kp_unit *now,
                  const struct kp_laid_out *changes)
{
    for (size_t i = 0; i < u->loops.n; i++) {
        const char *lost =
            changes[i].words
                ? now ? lost_by(was->loops.v[i], now->loops.v[i], &changes[i]) : "the pipeline"
                : NULL;

        if (lost && !u->loops.v[i]->layout_why.code)
            u->loops.v[i]->layout_why =
                kp_refusal_make(u, u->loops.v[i], KP_CODE_KP916, NULL, lost);
        if (lost || (changes[i].words && !is_asserted(now, u->loops.v[i]->function)))
            return true;
    }
    return false;
}

bool kp_try_laid_out(struct kp_unit *u)
{
    struct kp_unit *was = NULL, *now = NULL;
    struct kp_laid_out *changes = NULL;
    const struct kp_texts none = {0};
    struct kp_texts of_instances;
    const char *text;
    size_t size = 0;

    if (u->is_laid_out || u->is_widened)
        return false;
    for (int effort = 0; effort < KP_LAYING_EFFORTS; effort++) {
        changes = kp_new_array(u->arena, struct kp_laid_out, u->loops.n + 1);
        of_instances = (struct kp_texts){0};
        text = kp_lay_out(u, (enum kp_laying_effort)effort, changes, &of_instances, &size);
        for (size_t i = 0; i < u->loops.n; i++) {
            if (changes[i].why.code)
                u->loops.v[i]->layout_why = changes[i].why;
            u->loops.v[i]->layout_wants_clone = changes[i].wants_clone;
        }
        was = text && !was ? laid_out(u, u->source.text, u->source.size, &none) : was;
        if (!text || !was)
            return false;
        now = laid_out(u, text, size, &of_instances);
        if (!costs(u, was, now, changes))
            break;
        now = NULL;
    }
    if (!now)
        return false;
    for (size_t i = 0; i < u->loops.n; i++) {
        now->loops.v[i]->laid_out = changes[i].words;
        now->loops.v[i]->plan.laid_out = changes[i].words != NULL;
    }
    kp_unit_adopt(u, now);
    return true;
}
