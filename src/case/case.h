/* Case files: how to launch a kernel and how to judge what it computes (kernels/README.md). */
#ifndef KP_CASE_CASE_H
#define KP_CASE_CASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "case/recipe.h"
#include "util/arena.h"
#include "util/vec.h"

struct kp_size {
    const char *name;
    const char *small, *large; /* expressions; the same when the file says `value` */
    int64_t value;             /* as bound by kp_case_bind() */
};

struct kp_case_arg {
    const char *name;
    enum kp_case_type type;
    enum kp_case_role role;
    const char *count, *fill; /* an array, or */
    const char *value;        /* a scalar */
};

struct kp_case {
    struct kp_arena *arena;
    const char *path, *folder;
    const char *source, *kernel, *template_args; /* the last may be NULL */
    const char *tiles_size,
        *tiles_step; /* the size that counts tiles and the extent of one; or NULL */
    KP_VEC(struct kp_size) sizes;
    KP_VEC(struct kp_case_arg) args;
    const char *grid, *block, *smem;
    const char *reference_file, *reference, *reference_args; /* NULL: none */
    const char *flops, *bytes;                               /* of one launch; NULL: not given */
    double abs, rel;
    bool deterministic;
};

/* NULL and a message when the file cannot be read or makes no sense. */
struct kp_case *kp_case_read(struct kp_arena *a, const char *path, const char **error);

/* From now on the size has this value, small and large. False when there is no such size. */
bool kp_case_fix_size(struct kp_case *c, const char *name, const char *value);
/* Gives the sizes their values: small or large, or `value` for the one called `name` (may be NULL).
 */
const char *kp_case_bind(struct kp_case *c, bool large, const char *name, int64_t value);
/* "M=192 N=128 K=80" */
const char *kp_case_sizes_text(const struct kp_case *c, struct kp_arena *a);

/* A number of an expression; real when it has a decimal fraction somewhere. */
struct kp_number {
    bool real;
    int64_t i;
    double d; /* always set */
};

/* NULL, or what is wrong. */
const char *kp_case_eval(const struct kp_case *c, struct kp_arena *a, const char *text,
                         struct kp_number *result);

/* What fills argument number `arg`, an array, and its number of elements. */
const char *kp_case_recipe(const struct kp_case *c, struct kp_arena *a, size_t arg,
                           struct kp_recipe *r, size_t *count);
/* The contents of argument number `arg`, freshly filled; *size in bytes. */
const char *kp_case_fill(const struct kp_case *c, struct kp_arena *a, size_t arg, void **data,
                         size_t *size);
/* The parts of a list at its top-level commas. */
size_t kp_case_split(struct kp_arena *a, const char *text, const char ***parts);

/* Which of a module's entry points, by their mangled names, is the case's kernel; NULL and a
 * message when none is, or more than one. */
const char *kp_case_entry(const struct kp_case *c, struct kp_arena *a, const char *const *names,
                          size_t n, const char **error);

struct kp_case_buffer {
    const char *name;
    void *data; /* the contents before the launch; writable */
    size_t size;
    size_t arg;         /* the argument that it stands for */
    bool is_const;      /* an input: the kernel may not write it */
    bool uninitialised; /* its contents are no input: poison */
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
const char *kp_case_data(const struct kp_case *c, struct kp_arena *a, struct kp_case_data *d);
/* The same without contents: the buffers' data are NULL, their sizes known. */
const char *kp_case_launch(const struct kp_case *c, struct kp_arena *a, struct kp_case_data *d);

/* The CPU reference, compiled into `temp` and called on d's buffers, whose outputs it overwrites.
 */
const char *kp_case_reference(const struct kp_case *c, struct kp_arena *a, const char *temp,
                              struct kp_case_data *d);

#endif
