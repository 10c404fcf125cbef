/* What flow.c and the files beside it share. */
#ifndef KP_VALIDATE_FLOW_H
#define KP_VALIDATE_FLOW_H

#include "validate/run.h"

/* What an expression is: an lvalue of the variable or of a part of it (IS), a value, or an lvalue
 * of one, by which the variable can be reached (HAS). */
enum { KP_IS = 1, KP_HAS = 2 };

enum { KP_ANYTHING = KP_RMW | KP_FLOW_LEAKS };

/* Calls within calls, and names for names, that are followed. */
enum { KP_FLOW_DEEPEST = 24 };

struct kp_flow_name {
    const struct kp_sym *sym;
    unsigned state;
    const struct kp_flow_name *outer;
};

struct kp_flowing {
    struct kp_run *r;
    const struct kp_node *root;       /* names of what is declared elsewhere are not followed */
    const struct kp_node *piece;      /* the first root */
    const struct kp_flow_name *names; /* those that are being followed */
    bool leads; /* what is followed may have addresses in it, whatever it is named */
    unsigned depth, steps;
};

static inline unsigned kp_read_if(unsigned state)
{
    return state & KP_IS ? KP_READ : 0;
}

/* flow_type.c */
/* The type of the lvalue or value; NULL: a template leaves it open. */
const struct kp_type *kp_flow_type(const struct kp_node *n);
/* The declared type, where a template leaves that of an expression open; the same in all calls of a
 * function, as the answer is kept for them. */
const struct kp_type *kp_flow_declared(struct kp_run *r, const struct kp_node *n);
bool kp_is_plain_number(const struct kp_type *t);
/* The state of the expression when it is used as a value. */
unsigned kp_flow_value(struct kp_flowing *f, const struct kp_node *n, unsigned state);

/* flow.c */
/* What becomes of the expression, from what is around it. */
unsigned kp_flow_up(struct kp_flowing *f, const struct kp_node *n, unsigned state);
/* All uses of a variable that is, or has, what is followed. */
unsigned kp_flow_on(struct kp_flowing *f, const struct kp_sym *s, unsigned state);
/* The address comes into the place on the left. */
unsigned kp_flow_into(struct kp_flowing *f, const struct kp_node *left);

/* flow_call.c */
/* What a call does to its argument, a call to its object, an assembly statement to its operand. */
unsigned kp_flow_argument(struct kp_flowing *f, const struct kp_node *call,
                          const struct kp_node *arg, unsigned state);
unsigned kp_flow_object(struct kp_flowing *f, const struct kp_node *call, unsigned state);
unsigned kp_flow_operand(struct kp_flowing *f, const struct kp_node *n,
                         const struct kp_node *operand, unsigned state);

#endif
