/* The passes in order: from a path to a filled unit. */
#ifndef KP_PIPELINE_H
#define KP_PIPELINE_H

#include "kp.h"

/* The default GPU to plan for. */
#define KP_DEFAULT_ARCH "sm_86"

enum kp_pass {
    KP_PASS_SOURCE,
    KP_PASS_PARSE,
    KP_PASS_FN,
    KP_PASS_MODEL,
    KP_PASS_LEGAL,
    KP_PASS_PLAN,
    KP_PASS_EMIT,
    KP_PASS_COUNT
};

/* The name of a pass: "source", "parse", .. */
const char *kp_pass_name(enum kp_pass pass);

/* A unit for one input file, with an arena of its own. */
struct kp_unit *kp_unit_new(const struct kp_options *options, const struct kp_rules *rules);
void kp_unit_free(struct kp_unit *u);
/* A unit for another text of the same file, in the same arena. */
struct kp_unit *kp_unit_derive(const struct kp_unit *u);
/* The text of `v` is right for the visible instances alone of the templates of these names, as of
 * those that the texts were made for from which it is made. */
void kp_rest_on_instances(struct kp_unit *v, const struct kp_texts *names);
/* Runs the passes on another text of the file of `u`, in a unit that was derived from it. False
 * when they fail, or when the loops are not as many. */
bool kp_pipeline_derived(const struct kp_unit *u, struct kp_unit *v, const char *text, size_t size,
                         enum kp_pass last);
/* Of a loop of another text, after the legal pass: false if it is refused for a reason that no
 * further text of the file takes away. The passes that follow would be in vain for it. */
bool kp_may_be_helped(const struct kp_loop *l);
/* True if the unit's output differs from its source. */
bool kp_has_changed(const struct kp_unit *u);
/* Makes the output of `v`, which was derived from `u`, the output of `u`. */
void kp_unit_take_text(struct kp_unit *u, struct kp_unit *v);
/* The same, and also takes over the results of the loops of `v`, reported at their places in `u`.
 */
void kp_unit_adopt(struct kp_unit *u, struct kp_unit *v);
/* The results of one loop, which is loop i of `u`. */
void kp_unit_adopt_loop(struct kp_unit *u, size_t i, struct kp_loop *from);

/* Of loop i in another text that computes the same: keeps it, if less refuses it there, as what
 * says why it is not pipelined. */
void kp_unit_hear(struct kp_unit *u, size_t i, const struct kp_loop *from);
/* A refusal made in another text, with the loop as its place. */
struct kp_refusal kp_refusal_at(struct kp_unit *u, const struct kp_loop *l,
                                const struct kp_refusal *from);
/* Says of each loop that is refused what refuses it in the text where it got farthest, instead of
 * what that text takes away. */
void kp_unit_say_farthest(struct kp_unit *u);

/* Runs the passes up to and including `last`. False when unit->error or unit->self_check_failed is
 * set. */
bool kp_pipeline(struct kp_unit *u, const char *path, enum kp_pass last);

/* The same for a text that is not in a file; `name` is used for messages and relative includes. */
bool kp_pipeline_text(struct kp_unit *u, const char *name, const char *text, size_t size,
                      enum kp_pass last);

/* Goes on behind pass `done`, the last one that has run on the unit, with all that follow. */
bool kp_pipeline_rest(struct kp_unit *u, enum kp_pass done);

/* Runs all passes again on the text of `first`, with its options and rules but other requests, one
 * per loop of the file (they are copied; NULL: as the options say). On failure, the new unit's
 * `error` is set. */
struct kp_unit *kp_pipeline_again(struct kp_arena *a, const struct kp_unit *first,
                                  const struct kp_request *requests);

/* A version of the output of `u`, with the same plans, that has only one half of each pipelined
 * loop. */
struct kp_unit *kp_pipeline_ablated(struct kp_arena *a, const struct kp_unit *u,
                                    enum kp_ablation ablation);

#endif
