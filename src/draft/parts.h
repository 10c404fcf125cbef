/* A draft in progress; private to draft/. */
#ifndef KP_DRAFT_PARTS_H
#define KP_DRAFT_PARTS_H

#include "case/case.h"
#include "draft/draft.h"

/* A named size of the case file. */
struct kp_draft_size {
    const char *name;
    KP_VEC(const struct kp_sym *) syms; /* variables of host and kernel that hold it */
    int64_t multiple; /* what the kernel or the launch divides it by, without remainder */
    int64_t known;    /* the host's own constant; 0: none visible */
    int64_t small;
    int64_t large;   /* 0: the host's constant, or a default */
    bool is_exact;   /* the division does not round up, so a remainder would not be processed */
    bool is_leading; /* a leading dimension: at least as large as the other sizes */
    int64_t fixed;  /* the only value tried: an extent of the block, the side of a filter; 0: any */
    size_t same_as; /* index + 1 of the size that it has to equal; 0: none */
};

struct kp_draft_arg {
    const struct kp_sym *param;
    bool is_array;
    enum kp_case_type type;
    const char *type_text; /* "f32", "struct(i32, f32)"; NULL: unknown */
    unsigned width;        /* elements of `type` per element of the kernel's array: float4 has 4 */
    enum kp_case_role role;
    const char *count, *value, *fill; /* expressions; NULL: unknown */
    bool count_guessed, value_guessed, fill_guessed, role_guessed;
    bool is_product; /* its count is a product of sizes without other terms */
    bool has_holes;  /* a run without errors did not touch some elements */
    size_t bound;    /* an array of lengths: index + 1 of the size that fills it; else 0 */
};

/* A launch to try when the source does not show one. */
struct kp_draft_trial {
    const char *grid, *block;
    struct kp_draft_covered {
        const char *size; /* NULL: the grid is constant along this axis */
        int64_t extent;   /* elements per block */
    } covered[3];
};

/* A device function's parameter and what the kernel calls it with. */
struct kp_draft_bound {
    const struct kp_sym *param;
    const struct kp_node *arg;
};

struct kp_drafter {
    struct kp_unit *u;
    struct kp_arena *arena;
    const struct kp_draft_options *o;
    struct kp_draft *d;
    const struct kp_sym *kernel;
    const struct kp_launch *launch;     /* NULL: none visible */
    const struct kp_node *host;         /* the function that launches */
    const struct kp_draft_trial *trial; /* NULL: nothing is guessed */
    struct kp_ptx *module;              /* the compiled file; NULL: not yet */
    KP_VEC(struct kp_draft_size) sizes;
    KP_VEC(struct kp_draft_arg) args;
    const char *grid, *block, *smem, *template_args; /* grid, block: NULL is unknown */
    /* the most shared memory of a block, when the dynamic amount is a guess; else 0 */
    int most_smem;
    bool needs_template, template_guessed, grid_guessed, block_guessed;
    bool is_said;            /* the template arguments come from the project file */
    int64_t block_values[3]; /* 0: unknown */
    size_t tile_size;        /* index + 1 of the size that counts tiles; 0: none */
    int64_t tile_step;
    int64_t least_tiles; /* with fewer tiles the original runs with errors */
    bool fixed_tiles;    /* the loops that load tiles have constant trip counts */
    KP_VEC(struct kp_draft_bound) bound;
    /* small numbers of the host are constants that the kernel relies on, not sizes */
    bool constants;
    bool packed;        /* the original needs its shared arrays as ptxas places them */
    bool any_tile_size; /* the size that counts tiles need not be a multiple of the tile */
};

void kp_draft_guess(struct kp_drafter *x, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void kp_draft_unknown(struct kp_drafter *x, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Sets the next larger amount of dynamic shared memory to try; false when the amount is known or
 * cannot be larger. */
bool kp_draft_more_smem(struct kp_drafter *x);

/* ---- expr.c: expressions of the host as expressions of case files ---- */

/* NULL when it has no such form. Variables in it become sizes. */
const char *kp_draft_expr(struct kp_drafter *x, const struct kp_node *n);
/* One to three extents of a dim3 or an integer. */
const char *kp_draft_extents(struct kp_drafter *x, const struct kp_node *n);
/* The host's expression for one axis, 'x' to 'z', of a launch's extents; NULL: not known. */
const struct kp_node *kp_draft_extent_of(const struct kp_drafter *x, const struct kp_node *n,
                                         int axis);
/* The value of a constant expression under the launch's template arguments; false: not constant. */
bool kp_draft_value(const struct kp_drafter *x, const struct kp_node *n, int64_t *value);
/* The small number with which a variable of the host is initialised, even if the user can change
 * it. False unless such numbers are constants (x->constants). */
bool kp_draft_constant(const struct kp_drafter *x, const struct kp_sym *sym, int64_t *value);
/* True if the variable is a quotient by such a number, rounded up. */
bool kp_draft_is_quotient(const struct kp_drafter *x, const struct kp_sym *sym);
/* The value of a number without a fraction, `16` or `16.0`. */
bool kp_draft_whole(const struct kp_drafter *x, const struct kp_node *n, int64_t *value);
/* The a / b in std::ceil(a / b); NULL when n is not such a call. */
const struct kp_node *kp_draft_ceiled(const struct kp_node *n);
/* True for a call f(a, b) that divides a by b, with any rounding. */
bool kp_draft_is_division(const struct kp_drafter *x, const struct kp_node *n);
/* Without casts, and of `x >= 0 ? a : b` what it is for a count. */
const struct kp_node *kp_draft_strip(const struct kp_node *n);

/* ---- sizes.c ---- */

size_t kp_draft_size_of(const struct kp_drafter *x, const struct kp_sym *sym); /* sizes.n: none */
size_t kp_draft_add_size(struct kp_drafter *x, const char *name, const struct kp_sym *sym);
/* The size, or the one that it has to equal. */
const struct kp_draft_size *kp_draft_leader(const struct kp_drafter *x, size_t k);
/* True if it has a value of its own, which may be another one. */
bool kp_draft_is_free(const struct kp_draft_size *s);
/* Determines the divisors of the sizes, the loop that counts tiles, and values for a first run. */
void kp_draft_solve_sizes(struct kp_drafter *x);

/* The value of an expression in the kernel, with blockDim known and locals replaced by their
 * values; false: not known. */
bool kp_draft_kernel_value(const struct kp_drafter *x, const struct kp_node *n, int64_t *v);

/* The greatest common divisor; a where b is 0. */
int64_t kp_draft_divisor(int64_t a, int64_t b);
/* Records that the size is divided by `by`. */
void kp_draft_divide_size(struct kp_draft_size *s, int64_t by);
/* The index of the size over which a loop iterates in steps of *tile; sizes.n: none. */
size_t kp_draft_walked(const struct kp_drafter *x, const struct kp_node *loop, int64_t *tile);

/* ---- walk.c: the loop that counts tiles ---- */

/* Records the arguments of the functions that the kernel calls. */
void kp_draft_bind_calls(struct kp_drafter *x);
/* The argument recorded for a parameter; NULL: none. */
const struct kp_node *kp_draft_bound(const struct kp_drafter *x, const struct kp_sym *param);
/* True for a call of a function whose body is visible. */
bool kp_draft_enters(const struct kp_node *n);
/* The index of the kernel's array from which the number is read; args.n: none. */
size_t kp_draft_read_from(const struct kp_drafter *x, const struct kp_node *n, int depth);
/* What the loop's counter begins with; NULL: it is not there. */
const struct kp_node *kp_draft_start_of(const struct kp_node *loop);
/* The 8 of `for (i = first; i < first + 8; ..)`; NULL: the loop has no such form. */
const struct kp_node *kp_draft_length(const struct kp_node *loop);
void kp_draft_find_tiles(struct kp_drafter *x);

/* ---- instance.c: template arguments ---- */

/* A launch's template arguments as in case files; NULL when one is not known. */
const char *kp_draft_template_text(struct kp_drafter *x, const struct kp_launch *l);
/* Text to append to the file, which instantiates the kernel with these arguments. */
const char *kp_draft_instance(struct kp_drafter *x, const char *template_text);
/* Makes at most `most` launches like `l` (may be NULL) with the template arguments of the module's
 * instances or, when it has none of the kernel, with guessed ones. Returns their number. */
size_t kp_draft_instances(struct kp_drafter *x, const struct kp_launch *l, struct kp_launch *to,
                          size_t most, bool *guessed);

/* ---- trials.c: a launch when none is visible ---- */

/* Block extents, as text, for which the kernel may have been written, the most likely ones first.
 */
size_t kp_draft_blocks(struct kp_drafter *x, const char **to, size_t most);
/* The largest distance, in elements, between the work of neighbouring blocks. */
int64_t kp_draft_block_extent(const struct kp_drafter *x);
/* A grid of two blocks along each dimension whose blockIdx the kernel reads. */
const char *kp_draft_grid(struct kp_drafter *x);

/* ---- grids.c: a grid that covers the sizes, when no launch is visible ---- */

/* Grids for which the kernel may have been written, the most likely ones first. Sizes and block
 * must be set. */
size_t kp_draft_grids(struct kp_drafter *x, struct kp_draft_trial *to, size_t most);
/* True if `of`.field is read below n. */
bool kp_draft_looks_at(const struct kp_node *n, const char *of, char field);
/* True if n is blockIdx.axis or a variable with that value; axis 0: any axis. */
bool kp_draft_is_block_index(const struct kp_node *n, int axis);

/* ---- large.c: sizes that keep a GPU busy ---- */

/* Sets the large sizes from the number of warp instructions executed at the small sizes; `steps` 0:
 * only makes sure that all arrays fit into memory. */
int64_t kp_draft_large(const struct kp_draft_size *s);
void kp_draft_large_sizes(struct kp_drafter *x, uint64_t steps);
/* True if the count of an array is a guess. */
bool kp_draft_guessed_count(const struct kp_drafter *x);

/* ---- args.c ---- */

void kp_draft_args(struct kp_drafter *x);

/* ---- probe.c ---- */

/* Runs the kernel to determine the arrays' counts and roles, and which sizes may be odd. */
void kp_draft_probe(struct kp_drafter *x);
/* Compiles the file, with `more` appended, into x->module; NULL, or why it cannot. */
const char *kp_draft_compile(struct kp_drafter *x, const char *more);

/* ---- write.c ---- */

/* The case file's text; `probing`: with one element per array and only known values. */
const char *kp_draft_text(struct kp_drafter *x, bool probing);

#endif
