/* Private to direct.c, held.c, called.c, placed.c and viewed.c: copies that become single
 * assignments. */
#ifndef KP_DIRECT_H
#define KP_DIRECT_H

#include "emit/emit.h"
#include "emit/text.h"
#include "model/access.h"
#include "texts/texts.h"

struct kp_direct {
    struct kp_unit *u;
    struct kp_func *f;
    const struct kp_loop *l;
    struct kp_patches *patches;
    struct kp_syms *tiles;   /* into which copies are made so */
    struct kp_syms held;     /* variables that nothing names any longer */
    bool says_values;        /* a call's value names what only the function named */
    bool rests_on_instances; /* .. in the template's visible instances */
    bool drops_registers;    /* held.c has taken a store */
};

/* direct.c: true if it reads variables and global memory alone; what it does is added to `e`. */
bool kp_direct_may_move(struct kp_direct *d, const struct kp_node *n, struct kp_effects *e);
/* True if the statement, or all between the two, store to shared memory and to variables that are
 * not among what moves past it. */
bool kp_direct_is_passed(struct kp_direct *d, const struct kp_node *n,
                         const struct kp_effects *moved);
bool kp_direct_all_passed(struct kp_direct *d, const struct kp_node *from, const struct kp_node *to,
                          const struct kp_effects *moved);
/* True if both have one type, but for const and volatile. */
bool kp_direct_is_same_type(const struct kp_direct *d, const struct kp_node *a,
                            const struct kp_node *b);

/* held.c: takes a store of what another statement, or loops of the same headers, put into a
 * variable. */
bool kp_take_held(struct kp_direct *d, const struct kp_node *store);
/* Removes the declarations of variables that nothing names any longer. Those in front of the loop,
 * in its block, are returned as text, for the loop as it was written. */
const char *kp_drop_held(struct kp_direct *d);

/* A member of a local object, and what it is made of: a name, a place or a number. */
struct kp_looked {
    const char *member;
    const struct kp_node *value;
    const char *pointer; /* the name of one that holds it in the place of the object; or NULL */
};
/* An object that looks at memory: all that is known of it are its members. Without members: one in
 * shared memory, whose own are named. */
struct kp_looker {
    const struct kp_node *var;
    const struct kp_node *make; /* what it is made of: a list, or a constructor's arguments */
    const struct kp_node *call; /* of the function that returns it so; or NULL */
    KP_VEC(struct kp_looked) members;
};

/* viewed.c: true for a variable that is such an object; what is known of it is in *view. */
bool kp_is_view(const struct kp_direct *d, const struct kp_node *var, struct kp_looker *view);
/* What stands for the node in an instance's tree below `n`; NULL: nothing does. */
const struct kp_node *kp_in_instance(const struct kp_node *n, const struct kp_node *of);

/* called.c: what the call of a function of the user's or a closure returns, as an expression in its
 * place; NULL: it has no such form. */
const char *kp_called_value(struct kp_direct *d, const struct kp_node *n);
/* The element to which a method of the object returns a reference, or whose value it returns, as an
 * expression in the place of the call: with the object's name in front of its members, or of a
 * view with what these are. NULL: it has no such form. */
const char *kp_called_place(struct kp_direct *d, const struct kp_node *n,
                            const struct kp_looker *view);
/* Takes a store of what such a call returns. */
bool kp_take_called(struct kp_direct *d, const struct kp_node *store);

#endif
