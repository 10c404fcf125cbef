/* Private to called.c and called_given.c. */
#ifndef KP_TEXTS_CALLED_H
#define KP_TEXTS_CALLED_H

#include "texts/direct.h"

/* A call, and what is called. */
struct kp_value_call {
    struct kp_direct *d;
    const struct kp_node *call, *callee; /* a template's is the one instance that is called */
    const struct kp_node *object;        /* a method's: a variable; NULL: it is none */
    const struct kp_looker *view;        /* what is known of the object; NULL: its name is used */
    const struct kp_node *place;         /* what the function is declared in */
    const char *text;                    /* the file that the callee is in */
};

/* What the text of the call, or of the declaration of its object, gives for the parameter of the
 * template that the number names; NULL: it does not say it, or by a name that is not known to be
 * this number at the call. */
const char *kp_given_argument(const struct kp_value_call *c, const struct kp_node *n);

#endif
