/* Private to plan/: one loop's plan while it is chosen. */
#ifndef KP_PLAN_CHOICE_H
#define KP_PLAN_CHOICE_H

#include "plan/plan.h"

struct kp_plan_choice {
    struct kp_unit *u;
    struct kp_loop *l;
    const struct kp_target *target;
    const struct kp_launch_cases *cases;
    struct kp_request request;
    int stages;
    /* Why a tile has one buffer. code: of the refusal if the loop cannot do with one, NONE: all can
     * have more; name: the operand of that refusal; words: the reason for --explain. */
    enum kp_code code;
    const char *name, *words;
};

/* Refuses the loop; false. */
bool kp_refuse_choice(struct kp_plan_choice *c, enum kp_code code, const struct kp_node *at,
                      const char *name);

/* ---- transport.c ---- */
/* True if registers hold many words that are loaded under conditions, in copy loops whose trips are
 * not known. */
bool kp_waits_in_branches(const struct kp_loop *l);

/* The origin of the request, in words. */
const char *kp_who_asks(const struct kp_plan_choice *c);
/* True if the request excludes two stages through registers. */
bool kp_is_asked_to_differ(const struct kp_plan_choice *c);
/* False where a word or two per thread, under a condition, are all that is copied and compute waits
 * for loads of its own: wider copies save nothing that counts, and what ptxas makes of compute
 * beside them is chance. Of a batched gemv with its tile in dynamic memory they run 0.59 times as
 * fast as the original, registers 1.73 times; with a static tile 3.1 and 1.9 (H200,
 * docs/dev/time.md). */
bool kp_gains_by_width(const struct kp_loop *l);
/* Why registers are the better transport of a tile where cp.async is possible, too; NULL: they are
 * not. `t` is NULL for all tiles alike. */
const char *kp_better_in_registers(const struct kp_plan_choice *c, const struct kp_tile *t);
/* Sets the transport of a tile that gets several buffers; false: the loop is refused. */
bool kp_choose_transport(struct kp_plan_choice *c, struct kp_tile *t);

/* ---- one_buffer.c ---- */

/* True if two buffers were requested, so that one is no answer. */
bool kp_forces_two_buffers(const struct kp_plan_choice *c);
/* True if staging registers can hold every tile, as one buffer needs. */
bool kp_can_be_single(const struct kp_plan_choice *c);
/* Finds the first reason for which not all tiles can, or should, have more than one buffer. */
void kp_find_one_buffer(struct kp_plan_choice *c);

#endif
