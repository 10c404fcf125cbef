/* Case files: how to launch a kernel and how to judge what it computes (kernels/README.md). */
#ifndef KP_SIMT_CASE_H
#define KP_SIMT_CASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simt/simt.h"
#include "util/vec.h"

struct kp_size {
    const char *name;
    const char *small, *large; /* expressions; the same when the file says `value` */
    int64_t value;             /* as bound by kp_case_bind() */
};

enum kp_case_type { KP_CASE_F32, KP_CASE_F16, KP_CASE_I8, KP_CASE_I32 };
enum kp_case_role { KP_CASE_IN, KP_CASE_OUT, KP_CASE_INOUT };

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

size_t kp_case_type_size(enum kp_case_type t);
double kp_case_element(enum kp_case_type t, const void *data, size_t i);

/* The contents of argument number `arg`, freshly filled; *size in bytes. */
const char *kp_case_fill(const struct kp_case *c, struct kp_arena *a, size_t arg, void **data,
                         size_t *size);
/* The parts of a list at its top-level commas. */
size_t kp_case_split(struct kp_arena *a, const char *text, const char ***parts);

/* The mangled name of the case's kernel in a module. */
const char *kp_case_kernel(const struct kp_case *c, struct kp_arena *a, const struct kp_ptx *m,
                           const char **error);

/* Everything a launch needs at the bound sizes. Buffers are in the order of the arguments. */
struct kp_case_data {
    struct kp_simt_launch launch;
    size_t n_arrays;
    size_t *array_arg; /* the argument of each buffer */
};
const char *kp_case_data(const struct kp_case *c, struct kp_arena *a, struct kp_case_data *d);

/* The CPU reference, compiled into `temp` and called on d's buffers, whose outputs it overwrites.
 */
const char *kp_case_reference(const struct kp_case *c, struct kp_arena *a, const char *temp,
                              struct kp_case_data *d);

#endif
