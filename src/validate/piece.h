/* A piece of code that is treated as one operation: which objects it reads and writes. Private to
 * opaque.c and piece.c. */
#ifndef KP_VALIDATE_PIECE_H
#define KP_VALIDATE_PIECE_H

#include "validate/run.h"

/* An object that the piece reads or writes. */
struct kp_opaque_object {
    struct kp_lvalue at;
    const char *name;
    const struct kp_sym *sym;
    unsigned mode;
    bool is_set;    /* by what it is not part of */
    bool is_hidden; /* the piece does not name it, or not for what it is accessed */
};

struct kp_opaque {
    struct kp_run *r;
    const struct kp_node *root;
    KP_VEC(struct kp_opaque_object) list;
    bool is_seen; /* by others than the thread: a store, a call that nobody knows */
    const struct kp_node *outside; /* the closure in which effects are found; NULL: in the piece */
    bool is_hidden;                /* what is found is not in the piece itself */
    unsigned depth;
};

/* Fills the list for the code below `root`, in the run's present state. */
void kp_find_effects(struct kp_opaque *p);
/* Adds all variables of the thread that a pointer that is not followed may lead to. */
void kp_touch_pointed(struct kp_opaque *p, unsigned mode);

/* True for an assignment to the variable, or a list of such with one to it. */
bool kp_sets_local(const struct kp_node *n, const struct kp_sym *s);
/* True if every use below n comes after a statement of its block that sets the variable, or is in a
 * loop whose header does. Its earlier value then has no effect on the uses. */
bool kp_is_set_anew(const struct kp_node *n, const struct kp_sym *s);
/* .. where s is an object: every use below n is of parts that it has set before. (anew.c) */
bool kp_parts_are_set_anew(const struct kp_node *n, const struct kp_sym *s);
/* True if its address is taken below n, or a reference refers to it. */
bool kp_is_pointed_to(const struct kp_node *n, const struct kp_sym *s);

#endif
