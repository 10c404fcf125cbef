/* A draft on its way; private to draft/. */
#ifndef KP_DRAFT_PARTS_H
#define KP_DRAFT_PARTS_H

#include "case/case.h"
#include "draft/draft.h"

/* A number that the case file gives a name. */
struct kp_draft_size {
    const char *name;
    KP_VEC(const struct kp_sym *) syms; /* variables of host and kernel that hold it */
    int64_t multiple;                   /* what the kernel or the launch divides it by */
    int64_t known;                      /* the host's own constant; 0: none visible */
    int64_t small;
    int64_t large;   /* 0: the host's own, or a usual one */
    bool is_exact;   /* divided without rounding up: what is over would be left out */
    bool is_leading; /* a leading dimension: no less than the others */
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
    bool is_product; /* its count is a product of sizes, nothing beside them */
    bool has_holes;  /* a clean run left some of its elements alone */
    size_t bound;    /* an array of lengths: index + 1 of the size that fills it; else 0 */
};

/* What is tried where the text does not say it. */
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
    int most_smem; /* of a block, where the amount of dynamic memory is a guess; else 0 */
    bool needs_template, template_guessed, grid_guessed, block_guessed;
    bool is_said;            /* .. and it is the project file that says the arguments */
    int64_t block_values[3]; /* 0: unknown */
    size_t tile_size;        /* index + 1 of the size that counts tiles; 0: none */
    int64_t tile_step;
    int64_t least_tiles; /* with fewer the original does not run clean */
    bool fixed_tiles;    /* the loops that stage tiles have constant trips */
    KP_VEC(struct kp_draft_bound) bound;
    bool constants;     /* small numbers of the host are what the kernel is written for: no sizes */
    bool packed;        /* the original needs its shared arrays as ptxas places them */
    bool any_tile_size; /* it need not be a multiple of the tile */
};

void kp_draft_guess(struct kp_drafter *x, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void kp_draft_unknown(struct kp_drafter *x, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* More dynamic shared memory than was tried; false: the amount is known, or there is no more. */
bool kp_draft_more_smem(struct kp_drafter *x);

/* ---- expr.c: what the host computes, as expressions of case files ---- */

/* NULL when it cannot be said in such an expression. Names that are met become sizes. */
const char *kp_draft_expr(struct kp_drafter *x, const struct kp_node *n);
/* One to three extents of a dim3 or an integer. */
const char *kp_draft_extents(struct kp_drafter *x, const struct kp_node *n);
/* What the host gives for one axis of a launch's extents, 'x' to 'z'; NULL: nothing that is known.
 */
const struct kp_node *kp_draft_extent_of(const struct kp_drafter *x, const struct kp_node *n,
                                         int axis);
/* A value that the compiler knows, under the launch's template arguments. */
bool kp_draft_value(const struct kp_drafter *x, const struct kp_node *n, int64_t *value);
/* A small number that a variable of the host begins with, perhaps unless the user says another one.
 * Nothing where numbers of the host are sizes (x->constants). */
bool kp_draft_constant(const struct kp_drafter *x, const struct kp_sym *sym, int64_t *value);
/* Is it a quotient by such a number, rounded up? */
bool kp_draft_is_quotient(const struct kp_drafter *x, const struct kp_sym *sym);
/* a / b of std::ceil(a / b); NULL: it is no such call. */
const struct kp_node *kp_draft_ceiled(const struct kp_node *n);
/* f(a, b), a divided by b one way or the other. */
bool kp_draft_is_division(const struct kp_drafter *x, const struct kp_node *n);
const struct kp_node *kp_draft_strip(const struct kp_node *n); /* without casts */

/* ---- sizes.c ---- */

size_t kp_draft_size_of(const struct kp_drafter *x, const struct kp_sym *sym); /* sizes.n: none */
size_t kp_draft_add_size(struct kp_drafter *x, const char *name, const struct kp_sym *sym);
/* What the sizes are divided by, the loop that counts tiles, values for a first run. */
void kp_draft_solve_sizes(struct kp_drafter *x);

/* The value of an expression of the kernel: blockDim is known, locals are looked through. */
bool kp_draft_kernel_value(const struct kp_drafter *x, const struct kp_node *n, int64_t *v);

/* By what the size is divided. */
void kp_draft_divide_size(struct kp_draft_size *s, int64_t by);
/* The size that a loop walks in steps of *tile; sizes.n: none. */
size_t kp_draft_walked(const struct kp_drafter *x, const struct kp_node *loop, int64_t *tile);

/* ---- walk.c: the loop that counts tiles ---- */

/* Parameters of the functions that the kernel calls get their arguments. */
void kp_draft_bind_calls(struct kp_drafter *x);
/* NULL: it is none of them. */
const struct kp_node *kp_draft_bound(const struct kp_drafter *x, const struct kp_sym *param);
/* Is it a call of a function whose body is there? */
bool kp_draft_enters(const struct kp_node *n);
/* The kernel's array that the number is read from; args.n: none. */
size_t kp_draft_read_from(const struct kp_drafter *x, const struct kp_node *n, int depth);
void kp_draft_find_tiles(struct kp_drafter *x);

/* ---- instance.c: template arguments ---- */

/* As case files write them; NULL when one is not known. */
const char *kp_draft_template_text(struct kp_drafter *x, const struct kp_launch *l);
/* Behind the file, this instantiates the kernel so. */
const char *kp_draft_instance(struct kp_drafter *x, const char *template_text);
/* Launches like `l`, which may be NULL, with template arguments that the module has, or, when it
 * has none of the kernel, with guessed ones. At most `most`; the number of them. */
size_t kp_draft_instances(struct kp_drafter *x, const struct kp_launch *l, struct kp_launch *to,
                          size_t most, bool *guessed);

/* ---- trials.c: a launch where none is visible ---- */

/* Blocks that the kernel may have been written for, likely ones first; extents as text. */
size_t kp_draft_blocks(struct kp_drafter *x, const char **to, size_t most);
/* The most elements that a block is away from its neighbour. */
int64_t kp_draft_block_extent(const struct kp_drafter *x);
/* Two blocks along each dimension in which the kernel looks at blockIdx. */
const char *kp_draft_grid(struct kp_drafter *x);

/* ---- grids.c: a grid that covers sizes, where no launch is visible ---- */

/* Grids that the kernel may have been written for, likely ones first. `x` has its sizes and its
 * block. */
size_t kp_draft_grids(struct kp_drafter *x, struct kp_draft_trial *to, size_t most);
/* Does the kernel look at `of`.field? */
bool kp_draft_looks_at(const struct kp_node *n, const char *of, char field);
/* A value that is blockIdx.axis, perhaps in a variable; axis 0: any. */
bool kp_draft_is_block_index(const struct kp_node *n, int axis);

/* ---- large.c: sizes that keep a GPU busy ---- */

/* `steps` warp instructions have run at the small sizes; 0: it is only seen to that all arrays fit
 * into memory. */
int64_t kp_draft_large(const struct kp_draft_size *s);
void kp_draft_large_sizes(struct kp_drafter *x, uint64_t steps);

/* ---- args.c ---- */

void kp_draft_args(struct kp_drafter *x);

/* ---- probe.c ---- */

/* Runs the kernel: counts of arrays, their roles, which sizes may be awkward. */
void kp_draft_probe(struct kp_drafter *x);
/* Compiles the file into x->module; NULL, or why it does not. */
const char *kp_draft_compile(struct kp_drafter *x, const char *more);

/* ---- write.c ---- */

/* The case file; `probing`: with one element per array and nothing but readable values. */
const char *kp_draft_text(struct kp_drafter *x, bool probing);

#endif
