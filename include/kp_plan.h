/* The plan: which variant per tile, how many stages, which shape, and what it costs.
 * Included by kp.h. */
#ifndef KP_PLAN_H
#define KP_PLAN_H

#include <stdbool.h>
#include <stdint.h>

/* The most bytes of static shared memory of a block; ptxas refuses more. */
enum { KP_MOST_STATIC = 49152 };

/* Every stage of a tile begins at a multiple of this, in bytes. */
enum { KP_STAGE_ALIGN = 128 };

/* The dynamic shared memory of a rewritten kernel's launch, by what the original's requests: that
 * `stages` times, each a multiple of KP_STAGE_ALIGN (0: once, as it is), and `more` bytes, but
 * `least` bytes in all. */
struct kp_staged_smem {
    unsigned stages, more, least;
};
/* In the comment on the stages' distance: their bytes are `least`, else `more`. */
#define KP_STAGES_IN_ALL " in all"

static inline int64_t kp_staged_bytes(const struct kp_staged_smem *s, int64_t bytes)
{
    if (s->stages)
        bytes = (bytes + KP_STAGE_ALIGN - 1) / KP_STAGE_ALIGN * KP_STAGE_ALIGN * s->stages;
    bytes += s->more;
    return bytes > s->least ? bytes : s->least;
}

enum kp_variant {
    KP_VARIANT_AUTO,
    KP_VARIANT_CP_ASYNC, /* asynchronous copies into the next stage */
    KP_VARIANT_LDG,      /* staging registers into the next stage */
    KP_VARIANT_SINGLE    /* staging registers into the same buffer, after the compute phase */
};

enum kp_shape {
    KP_SHAPE_AUTO,
    KP_SHAPE_SPLIT, /* prologue, main loop, epilogue; two stages */
    KP_SHAPE_RING,  /* the user's loop kept; any number of stages */
    KP_SHAPE_LATE   /* a ring that starts its loads behind compute; three stages or more */
};

static inline bool kp_is_ring(enum kp_shape shape)
{
    return shape == KP_SHAPE_RING || shape == KP_SHAPE_LATE;
}

enum kp_width {
    KP_WIDTH_AUTO,   /* vectors where cp.async makes them */
    KP_WIDTH_NARROW, /* copies as they are written */
    KP_WIDTH_ONLY    /* vectors, and no pipeline; for all loops of a file that are not left */
};

/* The number of neighbouring blocks along each axis whose work one block does. 0 and 1: not merged;
 * x is 0 when nothing was requested. */
struct kp_merge {
    int x, y, z;
};

/* The blocks merged along an axis, 0 (x) to 2 (z); at least 1. */
static inline int kp_merged_along(struct kp_merge by, int axis)
{
    int n = axis == 0 ? by.x : axis == 1 ? by.y : by.z;

    return n > 1 ? n : 1;
}

static inline int kp_merged_blocks(struct kp_merge by)
{
    return kp_merged_along(by, 0) * kp_merged_along(by, 1) * kp_merged_along(by, 2);
}

/* True if the grid has as many blocks along each axis as are merged along it. */
static inline bool kp_merge_has_blocks(struct kp_merge by, const uint32_t grid[3])
{
    for (int a = 0; a < 3; a++)
        if (grid[a] < (uint32_t)kp_merged_along(by, a))
            return false;
    return true;
}

/* True if whole rows of blocks have work, each that of as many rows as are merged along x
 * (merge/print.c). */
static inline bool kp_merge_fills_rows(struct kp_merge by, const uint32_t grid[3])
{
    uint32_t x = (uint32_t)kp_merged_along(by, 0);

    return x > 1 && kp_merged_along(by, 1) > 1 && grid[0] % x == 0;
}

/* True if the blocks with work are the first of the grid, without gaps: those of whole rows, or of
 * a part of the only row that has any. */
static inline bool kp_merge_comes_first(struct kp_merge by, const uint32_t grid[3])
{
    uint32_t x = (uint32_t)kp_merged_along(by, 0), y = (uint32_t)kp_merged_along(by, 1);

    return x * y == 1 ||
           (grid[2] == 1 && (x == 1 || kp_merge_fills_rows(by, grid) == (grid[1] > y)));
}

static inline uint64_t kp_shares(uint64_t n, uint64_t among)
{
    return among ? (n + among - 1) / among : 0;
}

/* An SM's warp schedulers. */
enum { KP_SCHEDULERS = 4 };

/* True if a block of so many threads fills the schedulers unevenly; 0: it may. */
static inline bool kp_is_uneven(uint64_t threads)
{
    return !threads || kp_shares(threads, 32) % KP_SCHEDULERS;
}

/* The blocks with work, of so many threads, of the SM that has most of them, `room` of which fit on
 * it at once. While it has room it takes further ones, as all others return at once: the first
 * blocks of a grid meet as if it had 8/11 of its SMs, those in between may all meet, and uneven
 * ones among others leave room for one less, so that the rest comes behind them (docs/dev/time.md).
 */
static inline uint64_t kp_merge_fullest(struct kp_merge by, const uint32_t grid[3], unsigned sms,
                                        unsigned room, uint64_t threads)
{
    uint64_t blocks = 1, merged = 1, share, meet;

    for (int a = 0; a < 3; a++) {
        blocks *= grid[a];
        merged *= kp_shares(grid[a], (uint64_t)kp_merged_along(by, a));
    }
    share = kp_shares(merged, sms);
    if (merged == blocks)
        return share;
    if (!kp_merge_comes_first(by, grid) && room > 1 && kp_is_uneven(threads))
        share = kp_shares(share, room - 1) * (room - 1);
    meet = kp_merge_comes_first(by, grid) ? kp_shares(merged, (8ull * sms + 10) / 11)
                                          : kp_shares(blocks, sms);
    if (meet > room)
        meet = room;
    return meet > share ? meet : share;
}

/* Without a measurement, a merged block is taken to need 3/4 of the time of the blocks that it
 * replaces. */
enum { KP_MERGED_WORK = 3, KP_WHOLE_WORK = 4 };

/* True if merging is predicted to gain for this grid, which may be small, where an SM has room for
 * so many merged blocks, of so many threads. The time of a grid is that of the SM with the most
 * blocks. */
static inline bool kp_merge_pays(struct kp_merge by, const uint32_t grid[3], unsigned sms,
                                 unsigned room, uint64_t threads)
{
    const struct kp_merge whole = {0};

    return sms && (uint64_t)(KP_MERGED_WORK * kp_merged_blocks(by)) *
                          kp_merge_fullest(by, grid, sms, room, threads) <=
                      KP_WHOLE_WORK * kp_merge_fullest(whole, grid, sms, room, threads);
}

/* "4x8", rows first; "2x4x8" where blocks along z are merged, too. */
static inline const char *kp_merge_text(struct kp_arena *a, struct kp_merge by)
{
    const char *plane = kp_sprintf(a, "%dx%d", kp_merged_along(by, 1), kp_merged_along(by, 0));

    return by.z > 1 ? kp_sprintf(a, "%dx%s", by.z, plane) : plane;
}

enum kp_layout { KP_LAYOUT_UNSAID, KP_LAYOUT_KEEP, KP_LAYOUT_AUTO };

/* What becomes of registers that keep the next tile in the source. */
enum kp_prefetch { KP_PREFETCH_UNSAID, KP_PREFETCH_KEEP, KP_PREFETCH_REPLACE };

/* A request for the plan of one loop. */
struct kp_request {
    enum kp_variant variant;
    enum kp_shape shape;
    int stages;          /* 0: the plan chooses */
    int min_blocks;      /* per SM, to be asked for by __launch_bounds__; 0: as it is */
    bool unroll;         /* unroll the main loop by its number of buffers */
    const char *because; /* the origin of the request, for --explain; NULL: "as asked" */
    const char *leave;   /* not NULL: the loop stays as it is, for this reason */
    const char *change;  /* .. and what to change; NULL: nothing in particular */
    bool is_unknown;     /* .. which tells nothing of whether it would run faster */
    /* not NULL: the `#if` in front of the loop by which the output stops the build that was tried
     */
    const char *stopped;
    bool is_weighed;     /* nobody asked for it: it must be worth it like a plan of kpipe's own */
    enum kp_width width; /* of its copies */
    /* for the kernel's blocks; the request of the kernel's first loop counts */
    struct kp_merge merge;
    enum kp_layout layout; /* for the kernel's shared arrays; likewise */
    enum kp_prefetch prefetch;
    int batch; /* iterations whose loads compute's inner loops do at a time; 0: unsaid, 1: as it is
                */
    int threads; /* of a block, by which trips of copy loops are guessed; 0: unsaid */
};

/* The block that a case launches a kernel with. */
struct kp_case_block {
    const char *kernel;
    int threads;
};

/* What ptxas reports about the loop's kernel before and after; of several instances, the one with
 * the worst result. */
struct kp_built {
    bool known;
    int registers_before, registers_after; /* per thread */
    int spills_before, spills_after;       /* bytes of spill stores and loads */
    int threads;                           /* per block, as used for the blocks per SM */
    bool one_warp;                         /* a block is one warp */
    bool has_async;                        /* a tile is copied by cp.async */
    bool has_ahead;       /* .. through registers into another buffer than the one that is used */
    bool has_test;        /* beside it stands the loop as written, for a run-time test */
    bool has_local;       /* its main loop has arrays of a thread in memory, which are no spills */
    bool is_long;         /* its main loop's code does not stay in the SM, the original's does */
    bool threads_assumed; /* the file does not give the number of threads */
    bool threads_guessed; /* .. but its tiles have an element for each (model/shape.h) */
    int blocks_before, blocks_after; /* per SM */
    bool lost_to_memory; /* with the original's registers there would be no more blocks */
    double time;         /* predicted from the machine code, as a multiple of the original's; 0: not
                            predicted */
    double low_occupancy; /* .. at low occupancy: a quarter of the original's blocks on an SM */
    double other;     /* .. of the loop as written that stands beside, if there are fewer blocks or
                         more spills than the original has; else 0 */
    bool same_rounds; /* the launch's grid takes few rounds of blocks, and as many as
                         the original's */
};

/* One GPU architecture; rows come from rewrite-rules/targets.ini. */
struct kp_target {
    const char *arch; /* "sm_86" */
    int smem_per_sm, smem_per_block_static, smem_per_block_optin, smem_reserved, smem_granule;
    int warps_per_sm, blocks_per_sm, threads_per_block, regs_per_sm, regs_granule, sub_partitions;
    bool has_cp_async;
};

/* Shared memory of one kernel instance before and after. Bytes. */
struct kp_budget {
    int64_t tiles_single;                  /* the loop's tiles, one buffer */
    int64_t tiles_staged;                  /* with the planned stages, padding included */
    int64_t static_before, static_after;   /* the kernel's static shared memory */
    int64_t dynamic_before, dynamic_after; /* -1 unknown */
    int64_t cliff; /* the most bytes a block may use without losing a block per SM */
    int threads;   /* per block, 0 unknown */
    int blocks_before, blocks_after; /* per SM by shared memory, warps and block slots */
    /* operations per byte loaded, for two tiles of a matrix product; 0: the tiles have another form
     */
    double ratio;
};

enum { KP_MOST_THREADS = 1024 }; /* of a block */

struct kp_plan {
    bool single;    /* every tile has one buffer, prefetched through registers */
    int stages;     /* 1 when single */
    int min_blocks; /* per SM, asked for by __launch_bounds__; 0: as it is */
    /* kernels that get a __launch_bounds__ of KP_MOST_THREADS */
    KP_VEC(const struct kp_sym *) bounded;
    struct kp_merge merge; /* the blocks merged into each block of the kernel */
    bool laid_out;         /* rows of the kernel's shared arrays became longer */
    bool unstaged;         /* registers of the source that kept the next tile are gone */
    int batch;             /* iterations whose loads inner loops do at a time; 0: as it was */
    int threads;           /* of a block, by which trips of copy loops were guessed, since a case or
                              a request says so; 0: by what the source shows, or by none */
    bool unroll; /* unroll the main loop by `stages`, so that the buffer is a constant in each copy
                    of the body */
    enum kp_shape shape;
    bool past_static;  /* the requested stages exceed the limit of static shared memory */
    bool moved;        /* static tiles moved to dynamic shared memory; only in a clone */
    bool static_guard; /* sizes depend on template parameters or -D: the stage count is a constant
                          expression that falls back to 1 when the stages do not fit */
    int64_t guard_elsewhere; /* bytes beside them that other functions of a kernel declare */
    struct kp_budget budget;
    double gain;  /* predicted from the source alone, as a multiple of the original's speed; 0: not
                     predicted */
    bool is_open; /* not predicted since an inner loop runs an unknown number of times */
    const char *small;                     /* why the gain is negligible; NULL: it is not */
    int registers_before, registers_after; /* .. and the registers per thread; 0: not known */
    const char *why;                       /* the reasons for the plan in words, for --explain */
    const char *evidence;                  /* "source", or "sass" if ptxas was run, too */
    struct kp_built built;
};

#endif
