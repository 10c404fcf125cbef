/* Shared by the lints: the function being examined, its block shapes, its memory accesses. */
#ifndef KP_LINT_PARTS_H
#define KP_LINT_PARTS_H

#include "facts/lanes.h"
#include "lint/lint.h"
#include "model/loops.h"

/* A block shape with which the kernel is launched, as far as the file shows it. */
struct kp_shape_of_block {
    /* the launch, which also has the template's arguments; NULL: a guess */
    const struct kp_launch *launch;
    int64_t block[3]; /* 0: not known */
    bool is_guess;    /* no launch is visible; a finding must hold for all guessed shapes */
    struct kp_warp_view *warp; /* of the instance that is launched, for kp_lint_warp() */
};

/* A read or write of shared or global memory. */
struct kp_memory_access {
    const struct kp_node *node; /* where it is reported */
    bool is_call;               /* of a function that loads; else `node` is the lvalue */
    bool is_store;
    enum kp_space space;
    /* the variable from which the address is computed; NULL: not known */
    const struct kp_sym *root;
};

struct kp_linter {
    struct kp_unit *unit;
    struct kp_func *f;
    const struct kp_lint_facts *facts; /* NULL */
    KP_VEC(struct kp_shape_of_block) shapes;
    KP_VEC(struct kp_memory_access) touches;
    struct kp_map rows_help; /* private to banks.c: by array, kp_rows_help() + 1 */
    struct kp_lints *out;
};

/* Adds a finding at `at`; `text` is filled in for the "%s" of the code's row. */
struct kp_lint *kp_lint_add(struct kp_linter *l, enum kp_code code, const struct kp_node *at,
                            const char *text);
void kp_lint_note(struct kp_linter *l, struct kp_lint *to, const struct kp_node *at,
                  const char *text);

/* ---- shapes.c ---- */
void kp_lint_shapes(struct kp_linter *l);
/* The number of warps of a block that are examined. */
int kp_lint_warps(const struct kp_shape_of_block *s);
/* One of these; valid until the next call. */
struct kp_warp_view *kp_lint_warp(const struct kp_shape_of_block *s, int i);

/* ---- touches.c ---- */
void kp_lint_touches(struct kp_linter *l);
/* Bytes of one access, 1 to 16; 0: not known, or not one. */
int64_t kp_touch_bytes(const struct kp_memory_access *t, const struct kp_launch *bindings);
struct kp_lanes kp_touch_address(struct kp_warp_view *w, const struct kp_memory_access *t);
/* The lanes that come to it; false: not known. */
bool kp_touch_active(struct kp_warp_view *w, const struct kp_memory_access *t, uint32_t *active);

/* One function per row of lints.def. */
#define KP_LINT(name) void kp_lint_##name(struct kp_linter *l);
#include "lint/lints.def"

/* Removes the lints that comments suppress. */
void kp_lint_suppress(const struct kp_unit *u, struct kp_lints *lints);

#endif
