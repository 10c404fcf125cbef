/* The walk that collects the effects of code. Shared by effects.c, which handles the language, and
 * effects_call.c, which handles calls and assembly. */
#ifndef KP_MODEL_EFFECTS_H
#define KP_MODEL_EFFECTS_H

#include "model/loops.h"

struct kp_walk {
    struct kp_func *f;
    struct kp_effects *out;
    const struct kp_node *breaks; /* innermost loop or switch that a break would leave */
    const struct kp_node *continues;
    const struct kp_map *cut; /* subtrees that are left out; NULL: none */
};

/* Adds the effects of evaluating `n`; kp_walk_address(): only of evaluating an lvalue's address. */
void kp_walk(struct kp_walk *w, const struct kp_node *n);
void kp_walk_address(struct kp_walk *w, const struct kp_node *e);
void kp_walk_call(struct kp_walk *w, const struct kp_node *call);
void kp_walk_asm(struct kp_walk *w, const struct kp_node *n);

/* Adds one effect; `in` is its place in a callee, or NULL. */
void kp_walk_control(struct kp_walk *w, enum kp_control what, const struct kp_node *at,
                     const struct kp_node *in);
void kp_walk_access(struct kp_walk *w, enum kp_mode mode, struct kp_obj o, const struct kp_node *at,
                    const struct kp_node *in, bool whole);
/* Adds an access to the object of `e`, whose address has been visited already. */
void kp_walk_touch(struct kp_walk *w, const struct kp_node *e, unsigned mode,
                   const struct kp_node *at);

bool kp_walk_is_lvalue(const struct kp_node *e);
/* True for a name that denotes no object: a function, a template parameter, a constant. */
bool kp_names_no_object(const struct kp_node *e);

#endif
