/* Case files: how to launch a kernel and how to judge what it computes (kernels/README.md).
 *
 * Use: kp_case_read() reads a file, kp_case_bind() gives the sizes their values, and kp_case_data()
 * makes a launch with fresh contents. Functions that return a message (`const char *`) return NULL
 * on success; a message about a place in the file looks like a compiler's: FILE:LINE:COLUMN: error:
 * what, with the line and a caret below. */
#ifndef KP_CASE_CASE_H
#define KP_CASE_CASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "case/recipe.h"
#include "util/arena.h"
#include "util/vec.h"

/* A value of the file and its place, line and column from 1. Line 0: the value comes from
 * elsewhere, named by `where`. */
struct kp_case_text {
    const char *s; /* NULL: the file does not have it */
    int line, column;
    const char *where;
};

struct kp_size {
    const char *name;
    struct kp_case_text small, large; /* the same when the file says `value` */
    struct kp_case_text odd; /* large, and not a multiple of tile and vector sizes; none: `large` */
    int line;
    int64_t value; /* as bound by kp_case_bind() */
};

/* Which values the sizes get. ODD: values for which a run-time test for whole tiles or vectors
 * fails. */
enum kp_case_at { KP_CASE_SMALL, KP_CASE_LARGE, KP_CASE_ODD };

struct kp_case_arg {
    const char *name;
    int line; /* of its section */
    enum kp_case_type type;
    KP_VEC(enum kp_case_type) fields; /* of KP_CASE_STRUCT */
    enum kp_case_role role;
    struct kp_case_text type_text, count, fill; /* an array, or */
    struct kp_case_text value;                  /* a scalar or struct */
    struct kp_case_text offset; /* elements between an aligned address and the pointer */
};

struct kp_case {
    struct kp_arena *arena;
    const char *path, *folder;
    const char **lines; /* of the file, for messages */
    int n_lines;
    const char *source, *kernel;
    const char *template_args; /* NULL: none */
    struct kp_case_text kernel_text, template_text, expect;
    /* The size that determines the number of tiles, the extent of one tile, and what the size must
     * be a multiple of (none: the extent). All are empty when there is none. */
    struct kp_case_text tiles_size, tiles_step, tiles_multiple;
    struct kp_case_text tiles_least; /* the fewest tiles of a launch; none: 0 */
    bool tiles_fixed;                /* the number of tiles depends on no argument */
    KP_VEC(struct kp_size) sizes;
    KP_VEC(struct kp_case_arg) args;
    struct kp_case_text grid, block, smem;
    KP_VEC(struct kp_case_text) also_blocks;
    KP_VEC(struct kp_case_text) aliases; /* each is a list of arrays that may share one buffer */
    struct kp_case_text reference_file_text, reference_args;
    const char *reference_file, *reference; /* NULL: none */
    struct kp_case_text flops, bytes;       /* per launch */
    bool packed; /* shared arrays may be placed as ptxas places them, if the original needs that */
    double abs, rel;
    bool deterministic;
    size_t bound; /* the first `bound` sizes have values; expressions cannot use later ones */
    int64_t block_value[3]; /* block_x, block_y, block_z of expressions; kp_case_launch() sets it
                               in a copy */
};

/* Reads a case file. NULL on errors, with *error set: all of them, one per line. */
struct kp_case *kp_case_read(struct kp_arena *a, const char *path, const char **error);
/* The same for a text that is not in a file; `path` is for messages. */
struct kp_case *kp_case_read_text(struct kp_arena *a, const char *path, const char *text,
                                  const char **error);

/* A message about a place `at` bytes into the text. */
const char *kp_case_error(const struct kp_case *c, struct kp_case_text text, size_t at,
                          const char *format, ...) __attribute__((format(printf, 4, 5)));
/* A message about a line. */
const char *kp_case_error_line(const struct kp_case *c, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sets the size's small and large value. False when there is no such size. */
bool kp_case_fix_size(struct kp_case *c, const char *name, const char *value);
/* The same for `NAME=VALUE`; returns a message. */
const char *kp_case_set_size(struct kp_case *c, const char *setting);
/* Gives the sizes their values: those of `at`, and `value` for the one called `name` (may be NULL).
 */
const char *kp_case_bind(struct kp_case *c, enum kp_case_at at, const char *name, int64_t value);
/* True if any size has its own value for KP_CASE_ODD. */
bool kp_case_has_odd(const struct kp_case *c);
/* The file's offset, in elements, of the pointer of argument number `arg` from an aligned address;
 * `otherwise` for an array without one, 0 for an argument that is no array. */
const char *kp_case_offset(const struct kp_case *c, struct kp_arena *a, size_t arg,
                           size_t otherwise, size_t *elements);
/* The small sizes, each number that the file spells out rounded up to a multiple of `unit`, and
 * `value` for the one called `name`. */
const char *kp_case_bind_multiples(struct kp_case *c, int64_t unit, const char *name,
                                   int64_t value);
/* "M=192 N=128 K=80" */
const char *kp_case_sizes_text(const struct kp_case *c, struct kp_arena *a);

/* The value of an expression; real when a number in it has a decimal fraction. */
struct kp_number {
    bool real;
    int64_t i;
    double d; /* always set */
};

const char *kp_case_eval(const struct kp_case *c, struct kp_arena *a, struct kp_case_text text,
                         struct kp_number *result);

/* The recipe that fills argument number `arg`, an array, and its number of elements. */
const char *kp_case_recipe(const struct kp_case *c, struct kp_arena *a, size_t arg,
                           struct kp_recipe *r, size_t *count);
/* The contents of argument number `arg`, freshly filled; *size in bytes. */
const char *kp_case_fill(const struct kp_case *c, struct kp_arena *a, size_t arg, void **data,
                         size_t *size);
/* Splits a list at its top-level separators; the number of parts. */
size_t kp_case_split(struct kp_arena *a, struct kp_case_text text, char separator,
                     struct kp_case_text **parts);

/* The mangled name, among a module's `n` entry points, of the case's kernel. NULL with *error set
 * when none or several match. */
const char *kp_case_entry(const struct kp_case *c, struct kp_arena *a, const char *const *names,
                          size_t n, const char **error);

/* Text to append to the source, which instantiates the kernel with the case's template arguments;
 * NULL when there are none. */
const char *kp_case_instance(const struct kp_case *c, struct kp_arena *a);
/* The same where none of a module's `n` entry points is the case's kernel; else NULL. */
const char *kp_case_lacks_instance(const struct kp_case *c, struct kp_arena *a,
                                   const char *const *names, size_t n);

struct kp_case_buffer {
    const char *name;
    void *data; /* the contents before the launch; writable */
    size_t size;
    size_t arg;         /* number of the argument that it is for */
    size_t misalign;    /* bytes between an aligned address and the buffer's */
    bool is_const;      /* an input: the kernel may not write it */
    bool uninitialised; /* its contents are not an input; it is filled with poison */
    uint8_t *written;   /* per byte: true if a launch wrote it; NULL before the first launch */
};

/* A parameter of the kernel: plain bytes, or the address of a buffer. */
struct kp_case_param {
    const void *bytes;
    size_t size;
    int buffer;    /* index into buffers, or -1 for plain bytes */
    size_t offset; /* bytes into the buffer */
};

/* A launch at the bound sizes with fresh contents, for the interpreter or a GPU. All memory is the
 * arena's. */
struct kp_case_data {
    uint32_t grid[3], block[3];
    size_t dynamic_smem;
    struct kp_case_param *params; /* in the order of the kernel's parameters */
    size_t n_params;
    struct kp_case_buffer *buffers;
    size_t n_buffers;
};

/* A legal variation of the launch that the file describes. All zero: that launch. */
struct kp_case_variation {
    size_t block;       /* 1 + index into also_blocks; 0: `block` */
    const size_t *same; /* arguments that share the buffer of the first of them */
    size_t n_same;
    /* per argument: elements between an aligned address and its own; or NULL */
    const size_t *offset;
    /* Adds this to an integer argument, or to an integer field of a struct argument; 0: none is
     * changed. All arrays then get more than twice their size, so that longer rows have room. */
    int64_t plus;
    size_t plus_arg, plus_field;
};

/* Makes the launch, buffers filled. */
const char *kp_case_data(const struct kp_case *c, struct kp_arena *a, struct kp_case_data *d);
/* The same without contents: the buffers' data are NULL, their sizes known. */
const char *kp_case_launch(const struct kp_case *c, struct kp_arena *a, struct kp_case_data *d);
const char *kp_case_launch_with(const struct kp_case *c, struct kp_arena *a,
                                const struct kp_case_variation *v, struct kp_case_data *d);
const char *kp_case_data_with(const struct kp_case *c, struct kp_arena *a,
                              const struct kp_case_variation *v, struct kp_case_data *d);
/* The bytes of an argument that is passed by value. */
const char *kp_case_scalar(const struct kp_case *c, struct kp_arena *a, const struct kp_case_arg *x,
                           struct kp_case_param *to);
/* The numbers of the arguments that a list of `aliases` names. */
const char *kp_case_alias(const struct kp_case *c, struct kp_arena *a, struct kp_case_text list,
                          size_t **args, size_t *n);

/* Compiles the CPU reference into `temp` (one folder per case; later calls reuse it) and calls it
 * on d's buffers, whose outputs it overwrites. It runs in its own process, which cannot write
 * files, for at most `seconds`. */
const char *kp_case_reference(const struct kp_case *c, struct kp_arena *a, const char *temp,
                              unsigned seconds, struct kp_case_data *d);

#endif
