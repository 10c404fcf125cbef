/* The plan's own steps, and what the report shows of it. */
#ifndef KP_PLAN_PLAN_H
#define KP_PLAN_PLAN_H

#include "kp.h"
#include "model/launched.h"
#include "rule/rule.h"

#include <stdio.h>

/* ---- shared.c: the shared memory that a function and its callees declare ------------------ */

struct kp_shared {
    KP_VEC(const struct kp_sym *) vars; /* static ones */
    bool has_dynamic;                   /* extern __shared__ */
    bool *seen;                         /* by symbol id: functions it reaches, variables it has */
};

struct kp_shared *kp_shared_of(const struct kp_unit *u, const struct kp_sym *function);
/* Is the function a clone (twins.h) in which the stages of static tiles become dynamic shared
 * memory, which may be larger than what ptxas takes? */
bool kp_moves_tiles(const struct kp_unit *u, const struct kp_sym *function);

/* ---- instances.c: the ways in which a loop's kernel is launched, as far as the file shows ------
 */

/* One launch or instantiation; sizes in bytes, -1 unknown. */
struct kp_launch_case {
    const struct kp_sym *kernel;    /* NULL: no kernel in the file reaches the loop */
    const struct kp_launch *launch; /* NULL: none is visible */
    int threads;                    /* per block, 0 unknown */
    int64_t tiles;                  /* the loop's tiles, one buffer */
    int64_t stage;                  /* bytes from one stage to the next, padding included */
    int64_t static_other;           /* static shared memory besides the loop's tiles; what other
                                       loops' plans have added included */
    bool moves;                     /* the tiles' stages become dynamic shared memory */
    int64_t moved_from, moved_to;   /* what other loops' plans have made of static memory so, and
                                       the dynamic memory that it has become */
    int64_t dynamic;                /* of the launch */
    int64_t dynamic_tiles;          /* the part of it that the loop's tiles are: all or nothing */
    int64_t dynamic_stage;          /* .. and what another stage of them adds */
};

struct kp_launch_cases {
    KP_VEC(struct kp_launch_case) list; /* at least one */
};

void kp_find_instances(const struct kp_unit *u, const struct kp_loop *l,
                       struct kp_launch_cases *out);
/* Is there room for all static shared memory, as declared, of the loop's kernels? Where the file
 * does not show its size there is, unless the arrays are `larger` than the user's. */
bool kp_has_static_room(const struct kp_unit *u, const struct kp_loop *l, bool larger);
bool kp_has_dynamic_tile(const struct kp_loop *l);
/* stage.c: dynamic tiles: bytes from one stage to the next, a multiple of KP_STAGE_ALIGN, where
 * that is less than what launches ask for; 0: it is all of it. */
int64_t kp_stage_bytes(struct kp_unit *u, const struct kp_loop *l);
/* Counts the static tiles that are not in the set (bit i: tile i) as other shared memory. */
void kp_keep_single(const struct kp_loop *l, unsigned set, struct kp_launch_case *c);
/* Threads of a launch's block argument, 0 unknown. */
int kp_block_threads(const struct kp_node *block);
/* said.c: kernels get the blocks that the project file says, where the file itself does not say
 * more. After the parse pass. */
void kp_take_blocks(struct kp_unit *u);

/* ---- budget.c ----------------------------------------------------------------------------- */

/* What a case costs on a target with so many stages. Unknown sizes stay -1. */
void kp_budget_of(const struct kp_target *t, const struct kp_launch_case *c, int regs, int stages,
                  struct kp_budget *out);
/* Does the loss of blocks leave too few blocks or warps on an SM to hide latency? Where no launch
 * shows the block's size, only going from several blocks to one is certain to hurt. */
bool kp_is_over_cliff(const struct kp_budget *b);
/* The classic ratio of a tiled product; 0 when the tiles' shapes do not give it. */
double kp_classic_ratio(const struct kp_loop *l, const struct kp_launch *bindings);
/* The band that a ratio is in, in words. */
const char *kp_ratio_band(double ratio);
/* The registers of a thread that a budget counts with. */
int kp_registers_of(const struct kp_target *t, const struct kp_loop *l,
                    const struct kp_launch_case *c);
/* Registers that a thread needs at least, from the arrays that live across the loop; an estimate
 * that stays below what ptxas will need. */
int kp_registers_at_least(const struct kp_loop *l, const struct kp_launch *bindings);
/* Of a kernel with merged blocks: can a block of so many threads (0: nobody knows) have the
 * registers that the arrays take which the loop works on, copies of what was one variable? An
 * estimate: within 8 of what ptxas needs, or below it. */
bool kp_copies_fit(const struct kp_target *t, const struct kp_loop *l, int64_t threads);
/* What so many buffers need, over the limit of static shared memory, and how many blocks per SM
 * they would leave where there is no such limit. */
const char *kp_over_limit_text(struct kp_arena *a, const struct kp_target *t, int stages,
                               const struct kp_budget *b);
/* "34816 bytes" or "34 KB". */
const char *kp_bytes_text(struct kp_arena *a, int64_t bytes);

/* ---- mixed.c ------------------------------------------------------------------------------ */

/* The tiles (bit i: tile i) that can have so many buffers, the others keeping one, without losing a
 * block per SM on the target; 0: none, or there is nothing to gain. */
unsigned kp_tiles_to_double(const struct kp_unit *u, const struct kp_loop *l,
                            const struct kp_target *target, const struct kp_launch_cases *cases,
                            int stages);

/* ---- macro.c ------------------------------------------------------------------------------ */

/* Can a -D option change what is in this span, through `#ifndef NAME`? */
bool kp_can_be_defined_away(const struct kp_unit *u, struct kp_span span);

/* ---- variant.c: what each tile can do ------------------------------------------------------ */

/* Why the tile cannot use cp.async / staging registers; NULL when it can. */
const char *kp_no_async(const struct kp_unit *u, const struct kp_loop *l, const struct kp_tile *t,
                        const struct kp_target *target);
/* A loop that would be cut and fills both tiles; NULL: none. Both go through registers then, as an
 * asynchronous copy is started for all trips at once. */
const struct kp_copy_loop *kp_shared_cut_loop(const struct kp_loop *l, const struct kp_tile *t,
                                              const struct kp_tile *other);
const char *kp_no_registers(const struct kp_unit *u, const struct kp_loop *l,
                            const struct kp_tile *t);
/* Bytes of staging registers per thread with the variants that the tiles have, no element counting
 * as fewer than `least`; -1 unknown. */
int64_t kp_staging_bytes(const struct kp_loop *l, int64_t least);

/* ---- cut.c -------------------------------------------------------------------------------- */

/* Does the loop's number of trips depend on the launch, so that registers hold only its first ones?
 */
bool kp_is_cut(const struct kp_copy_loop *cl);
/* Says how many trips of each such loop registers hold: no more than so many bytes of them, if the
 * other loops leave that much. */
void kp_cut_loops(struct kp_unit *u, struct kp_loop *l, const struct kp_launch_cases *cases);

/* ---- worth.c ------------------------------------------------------------------------------ */

/* Predicts what the loop's plan gains, from the source alone; why it had better stay as it is, or
 * NULL. */
const char *kp_weigh(struct kp_unit *u, struct kp_loop *l, const struct kp_target *t,
                     const struct kp_launch_case *c);

/* What every command reports about a loop. */
enum kp_prospect {
    KP_PROSPECT_NONE,   /* no tiles, or already pipelined */
    KP_PROSPECT_GAIN,   /* it can be pipelined */
    KP_PROSPECT_SMALL,  /* .. but its predicted gain is too small */
    KP_PROSPECT_REFUSED /* refused, for the reason of its first refusal */
};
enum { KP_WORTH = 3 }; /* percent, where --worth does not say how much */
enum kp_prospect kp_prospect_of(const struct kp_loop *l);

/* ---- choose.c ------------------------------------------------------------------------------ */

/* Does the load phase, or compute, hold assembly whose labels may be only once? */
bool kp_has_label(const struct kp_loop *l, bool in_load);

/* Variants, stages and shape for a legal loop, or a refusal. */
void kp_choose(struct kp_unit *u, struct kp_loop *l, const struct kp_target *t,
               const struct kp_launch_cases *cases, struct kp_wish wish);
/* ---- plan.c ------------------------------------------------------------------------------- */

/* What was asked for loop number i of the file. */
struct kp_wish kp_wish_of(const struct kp_options *o, size_t i);
/* What was asked for loop number i of the unit: loops have their numbers in the input, where there
 * are no clones (twins.h) yet. */
struct kp_wish kp_wish_at(const struct kp_unit *u, size_t i);

/* What a proof or a launch has to know of rewritten loops, the most of each. */
struct kp_staging {
    unsigned stages;
    unsigned dynamic; /* stages of tiles that were dynamic shared memory; 0: none were */
    unsigned more;    /* bytes of dynamic shared memory beside that: of static tiles, or of stages
                         that are less than all of it */
};

void kp_add_staging(const struct kp_loop *l, struct kp_staging *out);

/* ---- explain.c ----------------------------------------------------------------------------- */

/* The plan in words: the budget on every target, the cliff, the ratio, the choice. */
void kp_explain_plan(FILE *to, const struct kp_unit *u, const struct kp_loop *l);

#endif
