/* Between the files that make twins: which kernels get one, and the text with them. */
#ifndef KP_TWINS_H
#define KP_TWINS_H

#include "emit/launch.h"
#include "emit/text.h"
#include "front/branches.h"
#include "kp.h"

/* A launch that goes to the twin. */
struct kp_twin_launch {
    const struct kp_launch *launch;
    uint32_t name; /* where the kernel's stands in it */
};

/* A kernel that gets a twin. */
struct kp_twin {
    const struct kp_sym *kernel;
    struct kp_span span; /* of the definition */
    uint32_t linkage;    /* where `static` goes */
    bool moves;          /* its static tiles become dynamic ones */
    bool helps;
    bool is_plain; /* nothing but `void` stands between `__global__` and the name */
    int threads;   /* no launch has more, 0: not known, or the kernel may say so itself */
    struct kp_merge
        by; /* its blocks are merged, and launches with few keep the kernel; x 0: none */
    KP_VEC(struct kp_twin_launch) launches;
};

struct kp_twins {
    struct kp_unit *u;
    bool (*wants)(const struct kp_unit *u, const struct kp_loop *l);
    bool merges;    /* static tiles stay static */
    bool lack_room; /* .. but not where blocks were merged */
    struct kp_branch_groups groups;
    KP_VEC(struct kp_twin) list;
};

/* twin_kernels.c: adds the kernel where it can have a twin, and launches of this file can go
 * there. */
void kp_add_twin(struct kp_twins *all, const struct kp_sym *kernel, struct kp_merge by);

/* twin_grids.c: the function of the host that asks whether a grid has blocks enough for merged
 * ones, in front of the twin; what it is called; is the word in its text? */
void kp_add_grid_test(struct kp_unit *u, const struct kp_twin *t, struct kp_str *to);
const char *kp_grid_test_name(struct kp_arena *a, const struct kp_twin *t);
bool kp_grid_test_names(const char *word);
/* Patches a launch: it goes to the twin where that function says so. `grid`, `block`: names for
 * what it is given, which is evaluated once. */
void kp_choose_by_grid(struct kp_unit *u, const struct kp_twin *t, const struct kp_twin_launch *l,
                       const char *grid, const char *block, struct kp_patches *p);

#endif
