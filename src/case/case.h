/* Case files: how to launch a kernel and how to judge what it computes (kernels/README.md).
 *
 * Use: kp_case_read(), then kp_case_bind() gives the sizes values, then kp_case_data() gives a
 * launch with fresh contents for whatever runs it. Functions that return a `const char *` message
 * return NULL when all is well; a message about a place in the file looks like a compiler's:
 * FILE:LINE:COLUMN: error: what, with the line and a caret below. */
#ifndef KP_CASE_CASE_H
#define KP_CASE_CASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "case/recipe.h"
#include "util/arena.h"
#include "util/vec.h"

/* A value of the file and where it is, both from 1; line 0: from elsewhere, as `where` says. */
struct kp_case_text {
    const char *s; /* NULL: the file does not have it */
    int line, column;
    const char *where;
};

struct kp_size {
    const char *name;
    struct kp_case_text small, large; /* the same when the file says `value` */
    struct kp_case_text odd;          /* awkward and large; none: `large` */
    int line;
    int64_t value; /* as bound by kp_case_bind() */
};

/* Which values the sizes get. ODD: those that a run-time test for whole tiles or vectors refuses.
 */
enum kp_case_at { KP_CASE_SMALL, KP_CASE_LARGE, KP_CASE_ODD };

struct kp_case_arg {
    const char *name;
    int line; /* of its section */
    enum kp_case_type type;
    KP_VEC(enum kp_case_type) fields; /* of KP_CASE_STRUCT */
    enum kp_case_role role;
    struct kp_case_text type_text, count, fill; /* an array, or */
    struct kp_case_text value;                  /* a scalar or struct */
    struct kp_case_text offset; /* elements by which its pointer may be off an aligned address */
};

struct kp_case {
    struct kp_arena *arena;
    const char *path, *folder;
    const char **lines; /* of the file, for messages */
    int n_lines;
    const char *source, *kernel;
    const char *template_args; /* NULL: none */
    struct kp_case_text kernel_text, template_text, expect;
    /* the size that counts tiles, the extent of one, and what the size is a multiple of (none: the
     * extent); or none */
    struct kp_case_text tiles_size, tiles_step, tiles_multiple;
    struct kp_case_text tiles_least; /* as few tiles as a launch has; none: 0 */
    bool tiles_fixed;                /* no argument counts tiles */
    KP_VEC(struct kp_size) sizes;
    KP_VEC(struct kp_case_arg) args;
    struct kp_case_text grid, block, smem;
    KP_VEC(struct kp_case_text) also_blocks;
    KP_VEC(struct kp_case_text) aliases; /* each a list of arrays that may be one */
    struct kp_case_text reference_file_text, reference_args;
    const char *reference_file, *reference; /* NULL: none */
    struct kp_case_text flops, bytes;       /* per launch */
    bool packed; /* shared arrays may lie as ptxas places them, if the original needs it */
    double abs, rel;
    bool deterministic;
    size_t bound;           /* so many sizes have a value; later ones cannot be named yet */
    int64_t block_value[3]; /* block_x, block_y, block_z of expressions; kp_case_launch() sets it
                               in a copy */
};

/* NULL and all that is wrong with the file, one message per line. */
struct kp_case *kp_case_read(struct kp_arena *a, const char *path, const char **error);
/* The same for a text that is in no file. */
struct kp_case *kp_case_read_text(struct kp_arena *a, const char *path, const char *text,
                                  const char **error);

/* A message about a place: `at` bytes into the text. */
const char *kp_case_error(const struct kp_case *c, struct kp_case_text text, size_t at,
                          const char *format, ...) __attribute__((format(printf, 4, 5)));
/* A message about a line. */
const char *kp_case_error_line(const struct kp_case *c, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* From now on the size has this value, small and large. False when there is no such size. */
bool kp_case_fix_size(struct kp_case *c, const char *name, const char *value);
/* The same for `NAME=VALUE`; NULL, or what is wrong. */
const char *kp_case_set_size(struct kp_case *c, const char *setting);
/* Gives the sizes their values: those of `at`, or `value` for the one called `name` (may be NULL).
 */
const char *kp_case_bind(struct kp_case *c, enum kp_case_at at, const char *name, int64_t value);
/* Does any size have a value of its own for KP_CASE_ODD? */
bool kp_case_has_odd(const struct kp_case *c);
/* By how many elements the pointer of argument number `arg` may be off an aligned address, as the
 * file says; `otherwise` for an array of which it says nothing, 0 for what is no array. */
const char *kp_case_offset(const struct kp_case *c, struct kp_arena *a, size_t arg,
                           size_t otherwise, size_t *elements);
/* The small sizes, each number that the file spells out rounded up to a multiple of `unit`, and
 * `value` for the one called `name`. */
const char *kp_case_bind_multiples(struct kp_case *c, int64_t unit, const char *name,
                                   int64_t value);
/* "M=192 N=128 K=80" */
const char *kp_case_sizes_text(const struct kp_case *c, struct kp_arena *a);

/* A number of an expression; real when it has a decimal fraction somewhere. */
struct kp_number {
    bool real;
    int64_t i;
    double d; /* always set */
};

const char *kp_case_eval(const struct kp_case *c, struct kp_arena *a, struct kp_case_text text,
                         struct kp_number *result);

/* What fills argument number `arg`, an array, and its number of elements. */
const char *kp_case_recipe(const struct kp_case *c, struct kp_arena *a, size_t arg,
                           struct kp_recipe *r, size_t *count);
/* The contents of argument number `arg`, freshly filled; *size in bytes. */
const char *kp_case_fill(const struct kp_case *c, struct kp_arena *a, size_t arg, void **data,
                         size_t *size);
/* The parts of a list at its top-level separators. */
size_t kp_case_split(struct kp_arena *a, struct kp_case_text text, char separator,
                     struct kp_case_text **parts);

/* Which of a module's entry points, by their mangled names, is the case's kernel; NULL and a
 * message when none is, or more than one. */
const char *kp_case_entry(const struct kp_case *c, struct kp_arena *a, const char *const *names,
                          size_t n, const char **error);

/* Behind the file's text, this makes the compiler instantiate the kernel with the case's template
 * arguments; NULL when it has none. */
const char *kp_case_instance(const struct kp_case *c, struct kp_arena *a);

struct kp_case_buffer {
    const char *name;
    void *data; /* the contents before the launch; writable */
    size_t size;
    size_t arg;         /* the argument that it stands for */
    size_t misalign;    /* its address is so many bytes behind an aligned one */
    bool is_const;      /* an input: the kernel may not write it */
    bool uninitialised; /* its contents are no input: poison */
    uint8_t *written;   /* per byte: did a launch write it? NULL until one did */
};

/* A parameter of the kernel: plain bytes, or the address of a buffer. */
struct kp_case_param {
    const void *bytes;
    size_t size;
    int buffer;    /* index into buffers, or -1 for plain bytes */
    size_t offset; /* bytes into the buffer */
};

/* A launch at the bound sizes, with fresh contents, for whatever runs it: the interpreter or a GPU.
 * All memory is the arena's. */
struct kp_case_data {
    uint32_t grid[3], block[3];
    size_t dynamic_smem;
    struct kp_case_param *params; /* in the order of the kernel's parameters */
    size_t n_params;
    struct kp_case_buffer *buffers;
    size_t n_buffers;
};

/* What is legal beside the launch that the file spells out. Zero: just that. */
struct kp_case_variation {
    size_t block;       /* 1 + index into also_blocks; 0: `block` */
    const size_t *same; /* arguments that share the buffer of the first of them */
    size_t n_same;
    const size_t *offset; /* per argument: elements by which its address is off; or NULL */
    /* an integer argument, or one of a struct's, is so much more; 0: none. All arrays are more than
     * twice as large then, so that longer rows have room. */
    int64_t plus;
    size_t plus_arg, plus_field;
};

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
/* The arguments that a list of `aliases` names. */
const char *kp_case_alias(const struct kp_case *c, struct kp_arena *a, struct kp_case_text list,
                          size_t **args, size_t *n);

/* The CPU reference, compiled into `temp` (a folder for one case, where it stays for the next call)
 * and called on d's buffers, whose outputs it overwrites: in a process of its own, for so many
 * seconds at most, which cannot write to files. */
const char *kp_case_reference(const struct kp_case *c, struct kp_arena *a, const char *temp,
                              unsigned seconds, struct kp_case_data *d);

#endif
