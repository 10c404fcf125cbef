/* Between the files that make twins: which kernels get one, and the text with them. */
#ifndef KP_TWINS_H
#define KP_TWINS_H

#include "front/branches.h"
#include "kp.h"

/* A kernel that gets a twin. */
struct kp_twin {
    const struct kp_sym *kernel;
    struct kp_span span; /* of the definition */
    uint32_t linkage;    /* where `static` goes */
    bool moves;          /* its static tiles become dynamic ones */
    bool helps;
    bool is_plain; /* nothing but `void` stands between `__global__` and the name */
    int threads;   /* no launch has more, 0: not known, or the kernel may say so itself */
    KP_VEC(uint32_t) launches; /* where the kernel's name stands in launches that go to the twin */
};

struct kp_twins {
    struct kp_unit *u;
    bool (*wants)(const struct kp_unit *u, const struct kp_loop *l);
    struct kp_branch_groups groups;
    KP_VEC(struct kp_twin) list;
};

/* twin_kernels.c: adds the kernel where it can have a twin, and launches of this file can go
 * there. */
void kp_add_twin(struct kp_twins *all, const struct kp_sym *kernel);

#endif
