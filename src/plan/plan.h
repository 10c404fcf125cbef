/* The steps of the plan pass, and the report on a plan. */
#ifndef KP_PLAN_PLAN_H
#define KP_PLAN_PLAN_H

#include "kp.h"
#include "model/launched.h"
#include "rule/rule.h"

#include <stdio.h>

/* ---- shared.c: the shared memory that a function and its callees declare ------------------- */

struct kp_shared {
    KP_VEC(const struct kp_sym *) vars; /* static ones */
    /* The same for each visible instance of the function: variables of the templates that it calls
     * are those of the instances. */
    KP_VEC(struct kp_shared *) runs;
    bool has_dynamic; /* extern __shared__ */
    KP_VEC(const struct kp_sym *) functions;
    struct kp_map seen; /* functions and variables already added */
};

struct kp_shared *kp_shared_of(const struct kp_unit *u, const struct kp_sym *function);
/* True if the function is a clone (texts/clones.h) in which the stages of static tiles become
 * dynamic shared memory, whose limit is higher. */
bool kp_moves_tiles(const struct kp_unit *u, const struct kp_sym *function);

/* ---- instances.c: the launches of a loop's kernel that the file shows -------------------- */

/* One launch or instantiation; sizes in bytes, -1 unknown. */
struct kp_launch_case {
    const struct kp_sym *kernel;    /* NULL: no kernel in the file reaches the loop */
    const struct kp_launch *launch; /* NULL: none is visible */
    int threads;                    /* per block, 0 unknown */
    int64_t tiles;                  /* the loop's tiles, one buffer */
    int64_t stage;                  /* bytes from one stage to the next, padding included */
    /* static shared memory other than the loop's tiles, including what other loops' plans have
     * added */
    int64_t static_other;
    /* the part of it that is not the function's own text, which the static guard has to be told;
     * -1: it cannot be */
    int64_t elsewhere;
    const struct kp_shared *shared; /* the kernel's */
    bool moves;                     /* the tiles' stages become dynamic shared memory */
    /* the kernel uses dynamic shared memory, and launches that this file does not show may ask for
     * any amount of it */
    bool asks_elsewhere;
    bool is_limited; /* the program allows the kernel no more than 48 KB of dynamic memory */
    /* static memory that other loops' plans have moved, and the dynamic memory that it became */
    int64_t moved_from, moved_to;
    int64_t dynamic;       /* of the launch */
    int64_t dynamic_tiles; /* the part of it that is the loop's tiles: all or nothing */
    int64_t dynamic_stage; /* bytes that another stage of these takes */
    int64_t dynamic_spare; /* bytes that the launch requests and further stages may take */
    int64_t dynamic_more; /* what the plans of loops before this one add, if it has no such tiles */
};

struct kp_launch_cases {
    KP_VEC(struct kp_launch_case) list; /* at least one */
};

void kp_find_instances(const struct kp_unit *u, const struct kp_loop *l,
                       struct kp_launch_cases *out);
/* True if an instance may exist whose sizes this file does not show; the compiler then has to
 * decide. */
bool kp_needs_guard(const struct kp_unit *u, const struct kp_loop *l,
                    const struct kp_launch_cases *cases);
/* .. and cannot, as what other functions of a kernel declare has no size that is known. */
bool kp_lacks_guard(const struct kp_unit *u, const struct kp_loop *l,
                    const struct kp_launch_cases *cases);
/* True if all static shared memory that the loop's kernels declare fits. If the file does not show
 * its size, true unless the arrays were made `larger` than the user's. */
bool kp_has_static_room(const struct kp_unit *u, const struct kp_loop *l, bool larger);
bool kp_has_dynamic_tile(const struct kp_loop *l);
/* stage.c: for dynamic tiles, the distance in bytes from one stage to the next, a multiple of
 * KP_STAGE_ALIGN, if it is less than the launches' dynamic shared memory; 0: it is all of that. */
int64_t kp_stage_bytes(struct kp_unit *u, const struct kp_loop *l);
/* stage.c: true if, of a clone's loop with such a distance, nothing behind it reads what it leaves
 * there: then its stages may take all that the launch requests. *block: the dimensions of a block
 * of which that was shown; 0: of any. */
bool kp_is_dead_behind(struct kp_unit *u, const struct kp_loop *l, int64_t block[3]);
/* Counts the static tiles that are not in the set (bit i: tile i) as other shared memory. */
void kp_keep_single(const struct kp_loop *l, unsigned set, struct kp_launch_case *c);
/* Threads of a launch's block argument, 0 unknown. */
int kp_block_threads(const struct kp_node *block);
/* said.c: sets the block sizes from the project file for kernels whose source does not give them.
 * Runs after the parse pass. */
void kp_take_blocks(struct kp_unit *u);

/* ---- bounds.c ----------------------------------------------------------------------------- */

/* The registers that each thread of such a block can have. */
int kp_registers_for(const struct kp_target *t, int threads);
/* The registers that the blocks which the kernel's own __launch_bounds__ ask for leave a thread:
 * ptxas keeps to them at any price. KP_MOST_REGISTERS: they ask for none. */
int kp_registers_left(const struct kp_target *t, const struct kp_loop *l,
                      const struct kp_launch_case *c);
/* Finds the kernels of the loop that get a __launch_bounds__: plan.bounded. */
void kp_plan_bounds(struct kp_unit *u, struct kp_loop *l, const struct kp_target *t,
                    const struct kp_launch_cases *cases);
/* True if the kernel has a __launch_bounds__ or gets one. */
bool kp_is_held(const struct kp_loop *l, const struct kp_launch_case *c);

/* ---- budget.c ----------------------------------------------------------------------------- */

/* The resources that a case needs on a target with this many stages. Unknown sizes stay -1. */
void kp_budget_of(const struct kp_target *t, const struct kp_launch_case *c, int regs, int stages,
                  struct kp_budget *out);
/* True if a launch may fail because static memory grows: static and dynamic memory have 48 KB
 * together, unless the program asks for more. (The launches of dynamic tiles are edited, and ask.)
 */
bool kp_may_fail_to_launch(const struct kp_target *t, const struct kp_launch_case *c,
                           const struct kp_budget *b);
/* True if so many blocks per SM are lost that too few blocks or warps remain to hide latency. If no
 * launch shows the block's size, only going from several blocks to one counts. */
bool kp_is_over_cliff(const struct kp_budget *b);
/* Operations per byte loaded for a tiled matrix product, from the tiles' shapes; 0 when they do not
 * have the shapes of one. */
double kp_classic_ratio(const struct kp_loop *l, const struct kp_launch *bindings);
/* True for a block of that many threads (0: not known) in one warp. */
bool kp_is_one_warp(int threads);
/* The range in which a ratio is, in words. */
const char *kp_ratio_band(double ratio);
/* The registers per thread used for a budget. */
int kp_registers_of(const struct kp_target *t, const struct kp_loop *l,
                    const struct kp_launch_case *c);
/* A lower bound of the registers per thread, from the arrays that live across the loop; it stays
 * below what ptxas will use. */
int kp_registers_at_least(const struct kp_loop *l, const struct kp_launch *bindings);
/* For a kernel with merged blocks: true if a block of `threads` threads (0: not known) has enough
 * registers for the arrays that the loop uses, into which merging turned single variables. The
 * estimate is at most 8 registers above what ptxas uses. */
bool kp_copies_fit(const struct kp_target *t, const struct kp_loop *l, int64_t threads);
/* A text: how much static shared memory the stages need beyond its limit, and how many blocks per
 * SM they would leave without that limit. */
const char *kp_over_limit_text(struct kp_arena *a, const struct kp_target *t, int stages,
                               const struct kp_budget *b);
/* "34816 bytes" or "34 KB". */
const char *kp_bytes_text(struct kp_arena *a, int64_t bytes);

/* ---- mixed.c ------------------------------------------------------------------------------ */

/* The tiles (bit i: tile i) that can have `stages` buffers, while the others keep one; 0: none, or
 * nothing is gained. */
unsigned kp_tiles_to_double(const struct kp_unit *u, const struct kp_loop *l,
                            const struct kp_target *target, const struct kp_launch_cases *cases,
                            int stages);

/* ---- macro.c ------------------------------------------------------------------------------ */

/* True if a -D option can change the value of the span, because of an `#ifndef NAME`. */
bool kp_can_be_defined_away(const struct kp_unit *u, struct kp_span span);

/* ---- variant.c: what each tile can do ------------------------------------------------------ */

/* Why the tile cannot use cp.async; NULL when it can. */
const char *kp_no_async(const struct kp_unit *u, const struct kp_loop *l, const struct kp_tile *t,
                        const struct kp_target *target);
/* A copy loop that would be peeled (see peel.c below) and fills both tiles; NULL: none. Both tiles
 * must then go through registers, because asynchronous copies are started for all iterations at
 * once. */
const struct kp_copy_loop *kp_shared_peeled_loop(const struct kp_loop *l, const struct kp_tile *t,
                                                 const struct kp_tile *other);
/* Why the tile cannot use staging registers; NULL when it can. */
const char *kp_no_registers(const struct kp_unit *u, const struct kp_loop *l,
                            const struct kp_tile *t);
/* The copy that a read of global memory belongs to; NULL for indices and guards that are loaded. */
const struct kp_copy *kp_copy_of_site(const struct kp_loop *l, const struct kp_site *s);
/* True if what the site reads goes through registers with the tiles' variants. */
bool kp_in_registers(const struct kp_loop *l, const struct kp_site *s);
/* Bytes of staging registers per thread with the tiles' variants, with at least `least` bytes per
 * element; -1 unknown. */
int64_t kp_staging_bytes(const struct kp_loop *l, int64_t least);
/* The same of one tile, if it went through registers. */
int64_t kp_staging_bytes_of(const struct kp_loop *l, const struct kp_tile *t, int64_t least);
/* True if the transport of one of its tiles is that one. */
bool kp_has_variant(const struct kp_loop *l, enum kp_variant variant);

/* ---- datapath.c ---------------------------------------------------------------------------- */

/* Why the copies of the loop, as the source has them, keep the data path of the first-level cache
 * for much longer by cp.async than by loads and stores; NULL: they do not, or it is not known. */
const char *kp_async_is_longer(struct kp_unit *u, const struct kp_loop *l,
                               const struct kp_launch_cases *cases);

/* ---- peel.c -------------------------------------------------------------------------------- */

/* True if the number of iterations depends on the launch, so that the copy loop is peeled:
 * registers hold the loads of its first iterations only. */
bool kp_is_peeled(const struct kp_copy_loop *cl);
/* Sets, for each such loop, the number of iterations whose loads registers hold: a limited number
 * of bytes in total, including those of the other loops. */
void kp_peel_loops(struct kp_unit *u, struct kp_loop *l, const struct kp_launch_cases *cases,
                   const struct kp_request *request);

/* ---- worth.c ------------------------------------------------------------------------------ */

/* Predicts the gain of the loop's plan from the source alone. Returns why the loop should stay as
 * it is, or NULL. */
const char *kp_weigh(struct kp_unit *u, struct kp_loop *l, const struct kp_target *t,
                     const struct kp_launch_case *c);

/* Why the compiler is expected to move loads into staging registers behind compute where no barrier
 * stands between; NULL. */
const char *kp_sinks_loads(struct kp_unit *u, const struct kp_loop *l,
                           const struct kp_launch_case *c);

/* The verdict on a loop, the same in all commands. */
enum kp_prospect {
    KP_PROSPECT_NONE,   /* no tiles, or already pipelined */
    KP_PROSPECT_GAIN,   /* it can be pipelined */
    KP_PROSPECT_SMALL,  /* .. but its predicted gain is too small */
    KP_PROSPECT_REFUSED /* refused, for the reason of its first refusal */
};
enum { KP_WORTH = 3 }; /* the default of --worth, in percent */
enum kp_prospect kp_prospect_of(const struct kp_loop *l);

/* ---- choose.c ------------------------------------------------------------------------------ */

/* True if the load phase, or compute, contains assembly whose labels must not be duplicated. */
bool kp_has_label(const struct kp_loop *l, bool in_load);

/* Chooses variants, stages and shape for a legal loop, or refuses it. */
void kp_choose(struct kp_unit *u, struct kp_loop *l, const struct kp_target *t,
               const struct kp_launch_cases *cases, struct kp_request request);

/* ---- plan.c ------------------------------------------------------------------------------- */

/* The request for loop number i of the file. */
struct kp_request kp_request_of(const struct kp_options *o, size_t i);
/* The request for loop number i of the unit. Requests are numbered as in the input, which has no
 * clones (texts/clones.h) yet. */
struct kp_request kp_request_at(const struct kp_unit *u, size_t i);

/* What a proof or a launch needs to know about the rewritten loops; the maximum of each. */
struct kp_staging {
    unsigned stages;
    struct kp_staged_smem smem;
};

void kp_add_staging(const struct kp_loop *l, struct kp_staging *out);

/* ---- explain.c ----------------------------------------------------------------------------- */

/* Prints the plan in words: the budget on every target, the cliff, the ratio, the choice. */
void kp_explain_plan(FILE *to, const struct kp_unit *u, const struct kp_loop *l);

#endif
