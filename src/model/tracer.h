/* Private to model/address*.c: one round of following an object's address. */
#ifndef KP_MODEL_TRACER_H
#define KP_MODEL_TRACER_H

#include "model/address.h"

/* How a value relates to the object. */
enum value {
    PLACE,   /* an lvalue: the object, or part of it */
    POINTER, /* an address in it */
    NUMBER   /* an integer that is such an address, perhaps plus a number */
};

struct tracer {
    struct kp_unit *u;
    const struct kp_sym *object;
    const struct kp_node *until; /* a loop; what stands behind it is left out; NULL: nothing is */
    const struct kp_node *scope; /* the function, closure or unit that is examined */
    struct kp_trace *out;
    KP_VEC(const struct kp_sym *) seen;       /* holders and parameters already followed */
    KP_VEC(const struct kp_node *) returning; /* functions that return such a value, .. */
    KP_VEC(enum value) returned;              /* .. and what they return */
    const struct kp_trace *before;            /* the result of the first round; NULL during it */
    int calls;
};

static inline bool kp_is_pointer(const struct kp_type *t)
{
    return t && t->kind == KP_TYPE_POINTER;
}

static inline bool kp_is_integer(const struct kp_type *t)
{
    return t && t->kind == KP_TYPE_INT && !t->is_dependent;
}

/* Follows the value of the expression `e` to where it is used. */
void kp_tracer_follow(struct tracer *t, const struct kp_node *e, enum value v);
/* Follows each mention of the symbol below `n`. */
void kp_tracer_follow_mentions(struct tracer *t, const struct kp_node *n, const struct kp_sym *sym,
                               enum value v);
/* Records that the address escapes at `at`. */
void kp_tracer_lose(struct tracer *t, const struct kp_node *at);
/* Records that the variable gets the value at `at`. */
void kp_tracer_hold(struct tracer *t, const struct kp_sym *sym, const struct kp_node *at,
                    enum value v);
/* True if the symbol was followed before; marks it as followed. */
bool kp_tracer_is_seen(struct tracer *t, const struct kp_sym *sym);

/* ---- address_call.c ---- */

/* The node's kind, which the instances of its function may say. */
enum kp_kind kp_tracer_kind(struct tracer *t, const struct kp_node *n);
/* Follows the value through a call; `e` is an argument, the object or the callee of it. */
void kp_tracer_called(struct tracer *t, const struct kp_node *call, const struct kp_node *e,
                      enum value v);
/* Follows it into what a template makes of it, as its instances say. False: they do not. */
bool kp_tracer_made(struct tracer *t, const struct kp_node *made, const struct kp_node *of,
                    enum value v);
/* Follows it through object.method(..) or pointer->method(..); `member` names the method. */
void kp_tracer_method(struct tracer *t, const struct kp_node *member, enum value v);
/* Follows it through the assembly `n`, of which `e` is an operand. */
void kp_tracer_assembled(struct tracer *t, const struct kp_node *n, const struct kp_node *e,
                         enum value v);
/* Follows it through a return statement. */
void kp_tracer_give_back(struct tracer *t, const struct kp_node *statement, enum value v);
/* True if the function or closure around the return statement may return a reference. */
bool kp_returns_reference(const struct kp_node *statement);
/* The function or closure node with the callee's body; NULL when it is not visible. */
const struct kp_node *kp_body_owner(const struct kp_sym *callee);
/* True if constructing an object of this type certainly only stores the given values in it. */
bool kp_keeps_values(const struct kp_type *t);

#endif
