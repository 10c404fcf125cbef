/* The element types of a case's arrays and the recipes that fill them. Only libc is needed, so that
 * kpipe-runner on the GPU's machine makes the same bits from a recipe's few numbers. */
#ifndef KP_CASE_RECIPE_H
#define KP_CASE_RECIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum kp_case_type {
    KP_CASE_F32,
    KP_CASE_F16,
    KP_CASE_BF16,
    KP_CASE_F64,
    KP_CASE_E4M3, /* 8-bit floating point, finite: no infinity, one NaN per sign */
    KP_CASE_E5M2, /* 8-bit floating point with the exponent range of half */
    KP_CASE_I8,
    KP_CASE_I16,
    KP_CASE_I32,
    KP_CASE_I64,
    KP_CASE_U8,
    KP_CASE_U16,
    KP_CASE_U32,
    KP_CASE_U64,
    KP_CASE_TYPES,
    KP_CASE_STRUCT = KP_CASE_TYPES /* a parameter that is passed by value, field by field */
};

enum kp_case_role { KP_CASE_IN, KP_CASE_OUT, KP_CASE_INOUT, KP_CASE_ROLES };

/* Names as case files spell them. */
extern const char *const kp_case_type_names[KP_CASE_TYPES];
extern const char *const kp_case_role_names[KP_CASE_ROLES];

/* The type's name in the C reference. */
const char *kp_case_c_type(enum kp_case_type t);
size_t kp_case_type_size(enum kp_case_type t);
bool kp_case_type_is_float(enum kp_case_type t);
/* Finds a type by its name in case files; false when there is none. */
bool kp_case_type_named(const char *name, enum kp_case_type *t);

/* Element i of an array of type t; 64-bit integers beyond 2^53 are rounded. */
double kp_case_element(enum kp_case_type t, const void *data, size_t i);
/* Stores v in element i, rounded to nearest even. A value too large for the type becomes infinity
 * or NaN, or wraps around. */
void kp_case_put(enum kp_case_type t, void *data, size_t i, double v);

enum kp_filling {
    KP_FILL_UNIFORM,
    KP_FILL_INTEGERS,
    KP_FILL_RAMP,
    KP_FILL_PREFIX,
    KP_FILL_DISTINCT,
    KP_FILL_ZERO,
    KP_FILL_POISON,
    KP_FILL_FILE, /* bytes of a file; not for kp_recipe_fill() */
    KP_FILLS
};

/* How an array is filled: element i depends only on the recipe and i. */
struct kp_recipe {
    enum kp_filling fill;
    double p[3]; /* parameters; kp_fill_table has their number */
    uint64_t seed;
    const char *file; /* KP_FILL_FILE: its path */
};

struct kp_fill_kind {
    const char *name;
    size_t params;
};
extern const struct kp_fill_kind kp_fill_table[KP_FILLS];

/* The seed for a kernel's argument number `arg`. */
uint64_t kp_recipe_seed(const char *kernel, size_t arg);
/* NULL, or what is wrong with the parameters. */
const char *kp_recipe_check(const struct kp_recipe *r);
/* Fills n elements. The recipe must pass kp_recipe_check(). */
void kp_recipe_fill(const struct kp_recipe *r, enum kp_case_type t, void *data, size_t n);

#endif
