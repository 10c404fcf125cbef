/* The plan: which variant per tile, how many stages, which shape, and what it costs.
 * Included by kp.h. */
#ifndef KP_PLAN_H
#define KP_PLAN_H

/* Every stage of a tile begins at a multiple of this, in bytes. */
enum { KP_STAGE_ALIGN = 128 };

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

/* Neighbouring blocks whose work one block does: z y x of them; 0 and 1: as they are. An x of 0:
 * nobody has said. */
struct kp_merge {
    int x, y, z;
};

/* How many along axis 0 (x) to 2 (z). */
static inline int kp_merged_along(struct kp_merge by, int axis)
{
    int n = axis == 0 ? by.x : axis == 1 ? by.y : by.z;

    return n > 1 ? n : 1;
}

static inline int kp_merged_blocks(struct kp_merge by)
{
    return kp_merged_along(by, 0) * kp_merged_along(by, 1) * kp_merged_along(by, 2);
}

/* What a merged block takes of the time of those that it does the work of, where nobody has
 * measured: three of four parts. */
enum { KP_MERGED_WORK = 3, KP_WHOLE_WORK = 4 };

/* Does merging gain in a grid that may be small? It is over when the SM is done that gets most
 * blocks. */
static inline bool kp_merge_pays(struct kp_merge by, const uint32_t grid[3], unsigned sms)
{
    uint64_t blocks = 1, merged = 1;

    for (int a = 0; a < 3; a++) {
        uint32_t n = (uint32_t)kp_merged_along(by, a);

        blocks *= grid[a];
        merged *= ((uint64_t)grid[a] + n - 1) / n;
    }
    return sms && (uint64_t)(KP_MERGED_WORK * kp_merged_blocks(by)) * ((merged + sms - 1) / sms) <=
                      KP_WHOLE_WORK * ((blocks + sms - 1) / sms);
}

/* "4x8", rows first; "2x4x8" where blocks along z are merged, too. */
static inline const char *kp_merge_text(struct kp_arena *a, struct kp_merge by)
{
    const char *plane = kp_sprintf(a, "%dx%d", kp_merged_along(by, 1), kp_merged_along(by, 0));

    return by.z > 1 ? kp_sprintf(a, "%dx%s", by.z, plane) : plane;
}

enum kp_layout { KP_LAYOUT_UNSAID, KP_LAYOUT_KEEP, KP_LAYOUT_AUTO };

/* What the plan of a loop has to choose from. */
struct kp_wish {
    enum kp_variant variant;
    enum kp_shape shape;
    int stages;            /* 0: the plan's choice */
    int min_blocks;        /* per SM, to be asked for by __launch_bounds__; 0: as it is */
    bool unroll;           /* the main loop, by its number of buffers */
    const char *because;   /* the origin of the request, for --explain; NULL: "as asked" */
    const char *leave;     /* not NULL: the loop stays as it is, for this reason */
    enum kp_width width;   /* of its copies */
    struct kp_merge merge; /* of its kernel's blocks; that of the kernel's first loop counts */
    enum kp_layout layout; /* of its kernel's shared arrays; .. */
};

/* What ptxas made of the loop's kernel, before and after; of several instances the one that comes
 * off worst. */
struct kp_built {
    bool known;
    int registers_before, registers_after; /* per thread */
    int spills_before, spills_after;       /* bytes of spill stores and loads */
    int threads;                           /* per block; what blocks per SM are counted with */
    bool threads_assumed;                  /* the file does not say how many */
    int blocks_before, blocks_after;       /* per SM */
    double time; /* predicted from the machine code, as a multiple of the original's; 0: not */
    double few;  /* .. with a quarter of the original's blocks on an SM */
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
    int64_t cliff;                   /* the most a block may use without losing a block per SM */
    int threads;                     /* per block, 0 unknown */
    int blocks_before, blocks_after; /* per SM by shared memory, warps and block slots */
    double ratio; /* the classic compute/load figure, 0 when the shape does not give it */
};

struct kp_plan {
    bool single;           /* every tile by single-buffer prefetch */
    int stages;            /* 1 when single */
    int min_blocks;        /* per SM, asked for by __launch_bounds__; 0: as it is */
    struct kp_merge merge; /* the blocks that one of its kernel's does the work of */
    bool laid_out;         /* rows of its kernel's shared arrays became longer */
    bool unroll; /* the main loop by `stages`, so that each copy of its body knows its buffer */
    enum kp_shape shape;
    bool past_static; /* the stages asked for are more than the limit of static shared memory */
    bool moved;       /* static tiles whose stages are dynamic shared memory now; only in a clone */
    bool static_guard; /* sizes depend on template parameters or -D: the stage count is a constant
                          expression that falls back to 1 when the stages do not fit */
    struct kp_budget budget;
    double
        gain; /* predicted from the source alone, as a multiple of the original's speed; 0: not */
    const char *small;                     /* why that is negligible; NULL: it is not */
    int registers_before, registers_after; /* .. and a thread's registers; 0: not known */
    const char *why;                       /* in words, for --explain */
    const char *evidence;                  /* "source", or "sass": ptxas was asked, too */
    struct kp_built built;
};

#endif
