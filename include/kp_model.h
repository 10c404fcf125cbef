/* The model: what a K-loop is made of. Filled by model/, judged by legal/, read by plan/ and emit/.
 * docs/dev/architecture.md ("The model") explains the terms. Included by kp.h. */
#ifndef KP_MODEL_H
#define KP_MODEL_H

enum kp_mode { KP_READ = 1, KP_WRITE = 2, KP_RMW = 3, KP_ATOMIC = 7 };

/* One effect of a statement on one object. `base` is the object itself (a local, a __shared__
 * array) or, in global space, the pointer parameter or __device__ variable that it is reached by;
 * NULL when unknown. */
struct kp_access {
    enum kp_mode mode;
    enum kp_space space;
    const struct kp_sym *base;
    const struct kp_node *at; /* the expression, in the loop's function */
    const struct kp_node *in; /* the expression in the callee when the access is a callee's */
    bool whole;               /* a scalar, or certainly all of the object */
    bool through_pointer;     /* base's memory through a pointer that may point elsewhere in it */
};

enum kp_control {
    KP_CTL_BREAK = 1,    /* leaves this loop */
    KP_CTL_CONTINUE = 2, /* next iteration of this loop */
    KP_CTL_RETURN = 4,
    KP_CTL_GOTO = 8,     /* goto or a label */
    KP_CTL_BARRIER = 16, /* a block barrier inside (in a callee or a nested statement) */
    KP_CTL_ORDER = 32, /* fence, volatile, acquire/release, spin, grid or cluster sync, mbarrier */
    KP_CTL_UNKNOWN = 64, /* a call with unknown effects */
    KP_CTL_ASM = 128,    /* asm that no rule knows */
    KP_CTL_WARP = 256,   /* shuffle, vote, __syncwarp, wmma: all lanes participate */
    KP_CTL_ASYNC = 512,  /* cp.async, pipeline objects: already pipelined */
    KP_CTL_TEXTURE = 1024,
    KP_CTL_IO = 2048,       /* printf, assert, trap, clock */
    KP_CTL_ASM_LABEL = 4096 /* asm with a label or a bare .reg: its text may be only once */
};

struct kp_control_place {
    enum kp_control what;
    const struct kp_node *at; /* in the loop's function */
    const struct kp_node *in; /* in the callee, or NULL */
};

/* What a piece of code does, callees included. */
struct kp_effects {
    KP_VEC(struct kp_access) access;
    KP_VEC(struct kp_control_place) control;
    unsigned control_mask;
    const struct kp_node *tells_block; /* asks which block of the grid this is, otherwise than by
                                          blockIdx; in the loop's function; NULL: nothing does */
};

/* A statement at the loop body's own level (bare blocks and `if constexpr` flattened). */
struct kp_stmt {
    const struct kp_node *node;
    int run; /* statements between two barriers; barriers carry the run before them */
    bool is_barrier;
    bool drop_barrier; /* the pipelined loop does without it */
    bool in_load;      /* belongs to the load slice */
    bool in_compute;   /* belongs to compute; both: a pure local that both need */
    bool moves;        /* in_load, but is behind the load run: its text moves to kp_load */
    bool is_wait;      /* commits or waits for the load phase's own asynchronous copies: the
                          pipelined loop does so elsewhere */
    struct kp_effects effects;
};

/* A loop inside the load phase with the number of its iterations. */
struct kp_copy_loop {
    const struct kp_node *node; /* FOR */
    int64_t trips; /* at most so many for any thread, at least 1; -1 depends on a template */
    int64_t most;  /* the same of the visible instances; 0 where there are none */
    const char *trips_text; /* the same as a C++ constant expression; NULL when not constant */
    bool exact;             /* every thread runs exactly that many */
    bool may_be_cut; /* registers may hold its first trips, and the others be made later: it counts,
                      * leaves by its condition alone, and moves nothing that outlives it */
    int64_t staged;  /* the plan: where the number is not constant, registers hold so many trips */
    const struct kp_sym *var;
};

struct kp_guard {
    const struct kp_node *cond;
    bool negated; /* holds when cond is false */
};

/* One read of global memory in the load slice. */
struct kp_site {
    const struct kp_node *node;    /* the lvalue that is read, or the __ldg-like call; where a macro
                                    * makes more of it, the expression that its invocation is */
    const struct kp_sym *assigned; /* the invocation is a statement: node is the assignment, this
                                    * the variable; else NULL */
    bool no_text;                  /* the invocation is more than node: its text cannot be moved */
    const char *type_text;         /* type of a staging register for it, in the function's scope */
    int64_t bytes;                 /* -1 dependent */
    KP_VEC(struct kp_guard)
    conds; /* conditions inside that expression (?:, &&, ||), outermost first */
    KP_VEC(const struct kp_node *) loops; /* copy loops around it, outermost first */
    const struct kp_node *filled; /* COND or IF around it with a constant on the other side: a
                                   * register may take the value of either; NULL: none */
    const struct kp_node *fill;   /* IF: that constant, a child of an ASSIGN or, where the variable
                                   * that is read into has it already, of a VAR */
};

enum kp_copy_form {
    KP_COPY_DIRECT, /* tile = global: one load, same type, no conversion */
    KP_COPY_SELECT, /* tile = cond ? global : value */
    KP_COPY_TEMP,   /* tile = temporary that only one direct load filled, used for nothing else */
    KP_COPY_VALUE,  /* tile = some value computed from loads: registers only */
    KP_COPY_FILL,   /* tile = a value without any load (the else of a guard) */
    KP_COPY_HELPER, /* a callee stores */
    KP_COPY_ASYNC   /* the user's own asynchronous copy, which is waited for at once */
};

/* One store into a tile in the load slice. */
struct kp_copy {
    struct kp_tile *tile;
    enum kp_copy_form form;
    const struct kp_node *node;           /* the ASSIGN, OPCALL or CALL */
    const struct kp_node *dest;           /* tile lvalue */
    bool is_address;                      /* .. ASYNC: or an expression for its address */
    const struct kp_node *value;          /* right side */
    const struct kp_node *source;         /* DIRECT, SELECT, TEMP: the global lvalue */
    const struct kp_node *temp_decl;      /* TEMP: the VAR that the copy makes useless */
    struct kp_guard select;               /* SELECT */
    int64_t bytes;                        /* of the access, -1 dependent */
    KP_VEC(struct kp_guard) guards;       /* if statements around it in the load phase */
    KP_VEC(const struct kp_node *) loops; /* copy loops around it, outermost first */
    bool irregular;        /* a break, continue or return is in the loops around it */
    const char *not_async; /* why cp.async cannot do it; NULL when it can */
    bool spare; /* not_async, but in the other branch of a condition that is the same for the whole
                   block than copies that cp.async can do: a plain store beside them */
    bool chained; /* `X[t] = Y[t] = value`: one statement fills several tiles, all in one way */
};

enum kp_storage {
    KP_STORE_STATIC,  /* __shared__ T As[..]; in the function */
    KP_STORE_DYNAMIC, /* extern __shared__ */
    KP_STORE_MEMBER,  /* member of a __shared__ struct */
    KP_STORE_FILE,    /* __shared__ at file scope */
    KP_STORE_PARAM    /* a pointer parameter of a __device__ function */
};

enum kp_coverage {
    KP_COVER_FULL,   /* the set of written elements is the same in every iteration */
    KP_COVER_PARTIAL /* it may differ: single buffer only */
};

/* A pointer, reference or integer address into a tile, made outside the loop and used inside. */
struct kp_alias {
    const struct kp_sym *sym;
    const struct kp_tile *tile;
    bool is_integer; /* a cvta shared address */
};

KP_VEC_TYPE(kp_tile_names, const char *);

struct kp_tile {
    const struct kp_sym *sym; /* the shared array */
    struct kp_tile_names
        names; /* its name for messages: the parts carved from it, or its own name */
    const struct kp_node *decl; /* VAR */
    const struct kp_node *decl_stmt;
    enum kp_storage storage;
    int64_t bytes; /* -1 dependent or unknown */
    int64_t elem_bytes;
    bool declared_in_body;
    bool used_before, used_after; /* mentions outside the loop (aliases made there not counted) */
    const struct kp_node *escapes_at; /* a name that reaches it and cannot be moved to a stage */
    enum kp_coverage coverage;
    const struct kp_node *coverage_at; /* PARTIAL: the guard or index that varies, or .. */
    bool filled_outside;               /* .. what else fills it: coverage_at is outside the loop */
    enum kp_variant variant;           /* the plan's */
    const char *variant_why;
};

/* A local that the load slice or the header writes and compute reads. */
struct kp_carry {
    const struct kp_sym *sym;
    const char *type_text; /* its exact type */
};

/* An assumption of the user about something that kpipe cannot see. */
struct kp_word {
    const char *text; /* "'load16' is copy(0,1,16)" */
    const char *said; /* "dir/.kpipe.ini:7", or an option */
};

/* Two ranges of memory, each as C++: the pointer, and where it begins and ends in bytes from that,
 * with commas between. */
struct kp_clear {
    const char *a, *b;
};

struct kp_loop {
    const struct kp_sym *function; /* the kernel or __device__ function that holds it */
    const struct kp_node *node;    /* FOR, WHILE or DO */
    struct kp_span pragma;         /* `#pragma unroll` in front of it, empty when none */
    uint32_t line, end_line;       /* 1-based */
    KP_VEC(struct kp_stmt) stmts;
    struct kp_map stmt_at; /* their numbers + 1 by node */
    int n_runs;
    KP_VEC(struct kp_tile *) tiles;
    KP_VEC(struct kp_copy) copies;
    KP_VEC(struct kp_site) sites;
    KP_VEC(struct kp_copy_loop) copy_loops;
    KP_VEC(struct kp_alias) aliases;
    KP_VEC(struct kp_carry) carried;            /* header or slice state that compute reads */
    KP_VEC(const struct kp_sym *) snapshot;     /* slice state that kp_store reads (LDG, single) */
    KP_VEC(const struct kp_sym *) header_state; /* locals that the condition or the step writes */
    KP_VEC(const struct kp_node *) hoisted;     /* DECL_STMTs of __shared__ in the body */
    KP_VEC(struct kp_refusal) rejected; /* why shared arrays that the loop fills are no tiles, .. */
    struct kp_tile_names rejected_tiles; /* .. and what those are called */
    bool leading_barrier;                /* sync-first: one barrier before the prologue */
    bool early_reads;     /* the load cursor reads what the block stored before the loop */
    bool may_diverge;     /* not all threads of a block need to come to the loop */
    bool closing_barrier; /* a barrier after the loop must stay */
    bool is_nested;       /* inside another loop of the function */
    bool by_instances;   /* decided by the template's instances: for others the text may be wrong */
    int64_t stage_bytes; /* dynamic tiles: from one stage to the next; 0: all of the block's */
    bool is_muted;       /* its finding is suppressed */
    bool made_by_kpipe;  /* the marker is at it */
    bool has_twin;       /* .. at the function: it is kept for launches elsewhere */
    int64_t trip_count;  /* -1 unknown */
    struct kp_effects effects;          /* of the whole body and header */
    struct kp_effects header;           /* of condition and step */
    KP_VEC(struct kp_refusal) refusals; /* the first is the decisive one */
    struct kp_refusal
        single_why;             /* why one buffer is all it can have; code NONE: it may have more */
    struct kp_refusal twin_why; /* why its clone's loop would stay as it is; code NONE: it has none,
                                   or it would not */
    const char *merged;         /* blocks that became one, in words; NULL: none */
    const char *merge_picture;  /* .. and which of them share a tile, in lines */
    struct kp_refusal merge_why;  /* why they could not; code NONE: they were, or nobody asked */
    const char *laid_out;         /* shared arrays whose rows became longer; NULL: none */
    struct kp_refusal layout_why; /* why one with conflicts keeps its rows; code NONE: none does */
    const char *widened;          /* copies that became wider, in words; NULL: none */
    const struct kp_loop *as_written; /* .. the loop with the user's own; NULL: this one */
    const char *wide_flag;        /* the output's variable that says whether such copies, or what
                                     was tested, run; NULL: nothing else can */
    KP_VEC(struct kp_word) words; /* what the loop is pipelined on */
    struct kp_texts tests;        /* C++ that has to hold in front of it; else it runs as written */
    KP_VEC(struct kp_clear) clear;    /* .. and ranges that may not meet where they do */
    const struct kp_version *version; /* emission: the user's loop is beside the pipelined one */
    struct kp_plan plan;
    enum kp_outcome outcome;
};

/* True if the loop will be rewritten, with one buffer or more. */
bool kp_is_pipelined(const struct kp_loop *l);
/* .. or has wider copies. */
bool kp_is_rewritten(const struct kp_loop *l);
struct kp_unit;
bool kp_any_pipelined(const struct kp_unit *u);
bool kp_any_merged(const struct kp_unit *u);

#endif
