/* The elements of a case's arrays and what fills them. Nothing here needs more than libc, so that
 * a program on the GPU's machine makes the same bits from a few numbers that kpipe made here. */
#ifndef KP_CASE_RECIPE_H
#define KP_CASE_RECIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum kp_case_type { KP_CASE_F32, KP_CASE_F16, KP_CASE_I8, KP_CASE_I32, KP_CASE_TYPES };
enum kp_case_role { KP_CASE_IN, KP_CASE_OUT, KP_CASE_INOUT, KP_CASE_ROLES };

/* As case files spell them. */
extern const char *const kp_case_type_names[KP_CASE_TYPES];
extern const char *const kp_case_role_names[KP_CASE_ROLES];

size_t kp_case_type_size(enum kp_case_type t);
/* Element i of an array of that type. */
double kp_case_element(enum kp_case_type t, const void *data, size_t i);
void kp_case_put(enum kp_case_type t, void *data, size_t i, double v);

enum kp_fill {
    KP_FILL_UNIFORM,
    KP_FILL_INTEGERS,
    KP_FILL_RAMP,
    KP_FILL_PREFIX,
    KP_FILL_DISTINCT,
    KP_FILL_ZERO,
    KP_FILL_POISON,
    KP_FILLS
};

/* Element i depends on these and on i alone. */
struct kp_recipe {
    enum kp_fill fill;
    double p[3]; /* as many as kp_fill_table says */
    uint64_t seed;
};

struct kp_fill_kind {
    const char *name;
    size_t params;
};
extern const struct kp_fill_kind kp_fill_table[KP_FILLS];

/* The seed of a kernel's argument number `arg`. */
uint64_t kp_recipe_seed(const char *kernel, size_t arg);
/* NULL, or why such parameters make no sense. */
const char *kp_recipe_check(const struct kp_recipe *r);
/* n elements. The recipe must be one that kp_recipe_check() lets pass. */
void kp_recipe_fill(const struct kp_recipe *r, enum kp_case_type t, void *data, size_t n);

#endif
