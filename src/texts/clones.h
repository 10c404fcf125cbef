/* Private to the files that make clones of kernels ("clones"): which kernels get one, and the text
 * with the clones. */
#ifndef KP_CLONES_H
#define KP_CLONES_H

#include "emit/launch.h"
#include "emit/text.h"
#include "front/branches.h"
#include "kp.h"

/* A launch that uses the clone. */
struct kp_clone_launch {
    const struct kp_launch *launch;
    uint32_t name; /* offset of the kernel's name in it */
};

/* A kernel that gets a clone. */
struct kp_clone {
    const struct kp_sym *kernel;
    struct kp_span span; /* of the definition */
    uint32_t linkage;    /* offset at which `static` is inserted */
    bool moves;          /* its static tiles become dynamic ones */
    bool helps;
    /* the most threads of a launch; 0: not known, or the kernel has __launch_bounds__ */
    int threads;
    bool says_blocks; /* the text fixes the blocks of its launches */
    struct kp_merge
        /* its merged blocks; launches with few blocks keep the original kernel; x 0: none are
         * merged */
        by;
    KP_VEC(struct kp_clone_launch) launches;
};

struct kp_clones {
    struct kp_unit *u;
    bool (*wants)(const struct kp_unit *u, const struct kp_loop *l);
    bool merges; /* static tiles stay static */
    bool lays;   /* for other rows; static tiles stay static */
    /* for clones of kernels without room for static stages, unless blocks are merged */
    bool lack_room;
    struct kp_branch_groups groups;
    KP_VEC(struct kp_clone) list;
};

/* clone_kernels.c: adds a kernel if it can have a clone that launches of this file can use. */
void kp_add_clone(struct kp_clones *all, const struct kp_sym *kernel, struct kp_merge by);

/* clone_own.c: true if a clone would not share all that the kernel's launches share. */
bool kp_has_something_of_its_own(struct kp_unit *u, const struct kp_sym *kernel,
                                 struct kp_span definition);
/* True for a static variable below the node that is no shared array. */
bool kp_has_static(const struct kp_node *n);

/* clone_grids.c: appends the host function, placed before the clone, that tests whether a grid has
 * enough blocks to merge; its name; true if the word occurs in its text. */
void kp_add_grid_test(struct kp_unit *u, const struct kp_clone *t, struct kp_str *to);
const char *kp_grid_test_name(struct kp_arena *a, const struct kp_clone *t);
bool kp_grid_test_names(const char *word);
/* Patches a launch so that it uses the clone if that function returns true. `grid`, `block`: the
 * names of variables for its arguments, which are evaluated once. */
void kp_choose_by_grid(struct kp_unit *u, const struct kp_clone *t, const struct kp_clone_launch *l,
                       const char *grid, const char *block, struct kp_patches *p);

#endif
