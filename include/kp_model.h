/* The model: what a K-loop is made of. It is filled by model/, judged by legal/, read by plan/ and
 * emit/. docs/dev/architecture.md ("The model") explains the terms. Included by kp.h. */
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
    bool through_pointer;     /* through a pointer that may point anywhere into base */
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
    KP_CTL_IO = 2048, /* printf, assert, trap, clock */
    KP_CTL_ASM_LABEL =
        4096, /* asm with a label or a .reg outside of braces: its text must not be duplicated */
    KP_CTL_BLOCKS = 8192 /* waits for other blocks of the grid, or of the cluster */
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
    const struct kp_node *tells_block; /* the expression, in the loop's function, that reads the
                                          block's index by other means than blockIdx; NULL: none */
};

/* A statement at the top level of the loop body; bare blocks and `if constexpr` are flattened. */
struct kp_stmt {
    const struct kp_node *node;
    int run; /* number of the stretch between two barriers; a barrier has that of the run before it
              */
    bool is_barrier;
    bool drop_barrier; /* the pipelined loop omits it */
    bool in_load;      /* belongs to the load slice */
    bool in_compute;   /* belongs to compute. Both are set for a pure local that both need */
    bool is_wait;      /* it commits, or waits for, the load phase's own asynchronous copies; the
                          pipelined loop has its own commits and waits */
    struct kp_effects effects;
};

/* A loop inside the load phase with the number of its iterations. */
struct kp_copy_loop {
    const struct kp_node *node; /* FOR */
    int64_t trips; /* the most iterations of any thread, at least 1; -1: depends on template
                      parameters */
    int64_t most;  /* the most over all visible instances; 0: there are none */
    const char *trips_text; /* trips as a C++ constant expression; NULL when it is not constant */
    bool exact;             /* every thread runs exactly `trips` iterations */
    /* a variable of the function that it writes, if it may not be split for that; NULL: none */
    const struct kp_sym *keeps;
    bool may_be_peeled; /* it may be split: registers hold the loads of its first iterations, the
                        others are done later. It is a counted loop, ends only by its condition, and
                        changes nothing that is used after it */
    int64_t staged;     /* set by the plan when the number is not constant: iterations whose loads
                           registers hold */
    const struct kp_sym *var;
};

struct kp_guard {
    const struct kp_node *cond;
    bool negated; /* holds when cond is false */
};

/* One read of global memory in the load slice. */
struct kp_site {
    /* the lvalue that is read, or the __ldg-like call; where it is a part of a macro's expansion,
     * the whole expression that the invocation expands to */
    const struct kp_node *node;
    /* where a macro's invocation is a statement: the variable that `node`, an assignment, sets;
     * where `node` is a statement of assembly or a construction: the variable that it sets, or sets
     * a part of; else NULL */
    const struct kp_sym *assigned;
    const struct kp_node *place; /* the element of an array that assembly sets; else NULL */
    bool is_apart; /* the fetch has variables of its own for what the assembly sets, all of it */
    bool no_text;  /* the macro invocation expands to more than `node`: its text cannot be moved */
    const char *type_text; /* type of its staging register, valid in the function's scope */
    /* in a template at most, and at least, as far as it shows; -1 unknown */
    int64_t bytes, least_bytes;
    KP_VEC(struct kp_guard)
    conds; /* conditions inside that expression (?:, &&, ||), outermost first */
    KP_VEC(const struct kp_node *) loops; /* copy loops around it, outermost first */
    /* a COND or IF around it whose other branch is a constant: the register takes the value of the
     * branch that is taken; NULL: none */
    const struct kp_node *filled;
    /* for an IF: that constant, a child of the ASSIGN in the other branch, or of the VAR when the
     * variable has the constant as its initial value */
    const struct kp_node *fill;
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
    const struct kp_node *node;      /* the ASSIGN, OPCALL or CALL */
    const struct kp_node *dest;      /* tile lvalue */
    bool is_address;                 /* for ASYNC: `dest` is an expression for the tile's address */
    const struct kp_node *value;     /* right side */
    const struct kp_node *source;    /* DIRECT, SELECT, TEMP: the global lvalue */
    const struct kp_node *temp_decl; /* TEMP: the VAR that the copy makes useless */
    struct kp_guard select;          /* SELECT */
    int64_t bytes;                   /* of the access, -1 dependent */
    KP_VEC(struct kp_guard) guards;  /* if statements around it in the load phase */
    KP_VEC(const struct kp_node *) loops; /* copy loops around it, outermost first */
    bool irregular;        /* a loop around it contains a break, continue or return */
    const char *not_async; /* why cp.async cannot do it; NULL when it can */
    bool of_instances;     /* .. in the template's visible instances, in some respect */
    bool spare;   /* not_async, but a block-uniform condition chooses between it and copies that
                     cp.async can do: it stays a plain store beside them */
    bool chained; /* part of `X[t] = Y[t] = value`: one statement fills several tiles, which must
                     have one variant */
};

enum kp_storage {
    KP_STORE_STATIC,  /* __shared__ T As[..]; in the function */
    KP_STORE_DYNAMIC, /* extern __shared__ */
    KP_STORE_MEMBER,  /* an object that can have no stages in its declaration */
    KP_STORE_FILE,    /* __shared__ at file scope */
    KP_STORE_PARAM    /* a pointer parameter of a __device__ function */
};

enum kp_coverage {
    KP_COVER_FULL,   /* the set of written elements is the same in every iteration */
    KP_COVER_PARTIAL /* the set may differ: only a single buffer is possible */
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
    /* names for messages: of the parts carved from it, or its own name */
    struct kp_tile_names names;
    const struct kp_node *decl; /* VAR */
    const struct kp_node *decl_stmt;
    enum kp_storage storage;
    int64_t bytes; /* -1 dependent or unknown */
    int64_t elem_bytes;
    bool declared_in_body;
    bool used_before,
        used_after; /* it is named outside the loop; aliases made there do not count */
    const struct kp_node *
        escapes_at; /* an expression that reaches it and cannot be redirected to a stage; or NULL */
    enum kp_coverage coverage;
    /* PARTIAL: the guard or index that varies between iterations */
    const struct kp_node *coverage_at;
    const struct kp_node *of_whole_rows; /* FULL only where rows of a block are whole warps: else
                                          * what coverage_at would be; NULL */
    int64_t multiples[3]; /* FULL only where blockDim is a multiple of these, by axis: else what
                           * coverage_at is; 0: any */
    bool refilled_behind; /* code behind the loop reads only what it has filled there */
    bool filled_outside;  /* PARTIAL because code outside the loop fills it, too: coverage_at */
    /* a statement of compute that writes it behind its fill, too; or NULL */
    const struct kp_node *result_at;
    bool is_refilled;        /* .. that fills it anew, like a tile */
    bool only_one_buffer;    /* more are impossible, whatever the other tiles have */
    enum kp_variant variant; /* the plan's */
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

/* Two ranges of memory. Each is C++ text "POINTER, BEGIN, END": begin and end in bytes from the
 * pointer. */
struct kp_clear {
    const char *a, *b;
};

struct kp_loop {
    const struct kp_sym *function; /* the kernel or __device__ function that holds it */
    const struct kp_node *node;    /* FOR, WHILE or DO */
    struct kp_span pragma;         /* `#pragma unroll` in front of it, empty when none */
    uint32_t line, end_line;       /* 1-based */
    KP_VEC(struct kp_stmt) stmts;
    struct kp_map stmt_at; /* by node: index + 1 in stmts */
    int n_runs;
    KP_VEC(struct kp_tile *) tiles;
    KP_VEC(struct kp_copy) copies;
    KP_VEC(struct kp_site) sites;
    KP_VEC(struct kp_copy_loop) copy_loops;
    KP_VEC(struct kp_alias) aliases;
    KP_VEC(struct kp_carry) carried;            /* header or slice state that compute reads */
    KP_VEC(const struct kp_sym *) header_state; /* locals that the condition or the step writes */
    KP_VEC(const struct kp_node *) hoisted;     /* DECL_STMTs of __shared__ in the body */
    KP_VEC(struct kp_refusal)
    rejected; /* one per shared array that the loop fills and that cannot be a tile: the reason */
    struct kp_tile_names rejected_tiles; /* .. and its name */
    bool leading_barrier;                /* the prologue needs a barrier before it */
    bool early_reads;     /* the first loads read memory that the block stored before the loop */
    bool may_diverge;     /* some threads of the block may not reach the loop */
    bool closing_barrier; /* the last iteration's closing barrier must stay */
    bool is_nested;       /* inside another loop of the function */
    /* its barriers are full ones of a warp: where the model says block, it means the threads of one
     * warp, and what the loop fills is touched by these alone */
    bool by_warps;
    bool rows_are_warps;    /* blockDim.x is a multiple of 32, in all launches or by a test */
    bool trips_by_warps;    /* .. and the number of iterations is each warp's own */
    bool tests_rows;        /* .. `tests` ask whether rows of a block are whole warps */
    bool tests_block;       /* .. or of what numbers its sizes are multiples */
    bool tests_flat;        /* .. or whether blocks have one thread along an axis */
    bool tests_padded;      /* .. or whether all threads make the trips of a padded bound */
    bool threads_may_leave; /* some threads alone may leave a loop around it, or leave out some of
                               its iterations */
    bool in_lambda;         /* of the user's; its phases are not modelled */
    int64_t written_for[3]; /* the block that its tiles show (model/shape.h); 0: they show none */
    bool by_instances;      /* judged by the template's visible instances; the text may be wrong for
                               others */
    int64_t stage_bytes; /* dynamic tiles: distance from one stage to the next; 0: the block's whole
                            dynamic shared memory */
    /* stages of that distance: nothing behind the loop reads what the loop leaves in them, so they
     * may take all that the launch requests, and names behind the loop mean what they meant before
     * it. Shown for blocks of these dimensions, which the launch tests; 0: for any */
    bool is_dead_behind;
    int64_t dead_block[3];
    bool is_muted;      /* its finding is suppressed */
    bool made_by_kpipe; /* kpipe's marker comment is at the loop */
    bool has_clone; /* kpipe's marker is at the function: the original kernel, kept beside its clone
                     */
    bool is_joined; /* made for each choice of #if branches alone, and read back so */
    int64_t trip_count;                 /* -1 unknown */
    struct kp_effects effects;          /* of the whole body and header */
    struct kp_effects header;           /* of condition and step */
    KP_VEC(struct kp_refusal) refusals; /* the first is the decisive one */
    bool is_legal;                      /* the legal pass found nothing that refuses it */
    const struct kp_loop *farther;      /* it, in another text, where less refuses it; or NULL */
    /* why not all tiles can have more than one buffer; code NONE: they can */
    struct kp_refusal single_why;
    struct kp_refusal clone_why; /* why the loop of a clone would not be pipelined; code NONE: there
                                   is no clone, or it would be */
    const char *merged;          /* the blocks that were merged, in words; NULL: none */
    bool merged_by_launches;     /* launches choose by their grids between clone and kernel */
    const char *merge_picture; /* a picture in lines of text: which of these blocks share a tile */
    struct kp_refusal merge_why; /* why blocks could not be merged; code NONE: they were, or merging
                                    was not requested */
    const char *laid_out;        /* names of shared arrays whose rows became longer; NULL: none */
    /* why an array with bank conflicts keeps its rows; code NONE: none does */
    struct kp_refusal layout_why;
    bool layout_wants_clone; /* its rows could be longer if no other launches were possible */
    const char *widened;     /* the copies that became wider, in words; NULL: none */
    const struct kp_loop *as_written; /* the loop with the user's own copies; NULL: this one */
    const char *wide_flag; /* the output's variable that is true when the wide copies, or the tested
                              version, run; NULL: there is no other version */
    const char *unsampled; /* why the output was not executed on sampled sizes; NULL: it was, or
                              another loop of the function says */
    const char *wide_fixed;       /* what the compiler knows of the flag (kp_version.fixed) */
    KP_VEC(struct kp_word) words; /* the user's assumptions on which pipelining the loop rests */
    struct kp_texts tests; /* C++ conditions tested before the loop; unless all hold, the loop runs
                              as written */
    struct kp_texts async_tests;   /* .. more of them, where a tile is copied by cp.async */
    KP_VEC(struct kp_clear) clear; /* ranges that must not overlap; tested likewise */
    const struct kp_version *
        version; /* set for emission when the user's loop stays beside the pipelined one; or NULL */
    struct kp_plan plan;
    enum kp_outcome outcome;
};

/* True if the loop is pipelined, with one buffer or more. */
bool kp_is_pipelined(const struct kp_loop *l);
/* True if it is pipelined or has wider copies. */
bool kp_is_rewritten(const struct kp_loop *l);
struct kp_unit;
bool kp_any_pipelined(const struct kp_unit *u);
bool kp_any_merged(const struct kp_unit *u);

#endif
