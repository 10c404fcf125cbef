/* Private to model/address*.c: one round of following an object's address. */
#ifndef KP_MODEL_TRACER_H
#define KP_MODEL_TRACER_H

#include "model/address.h"

/* What a value has to do with the object. */
enum value {
    PLACE,   /* an lvalue: the object, or part of it */
    POINTER, /* an address in it */
    NUMBER   /* an integer that is such an address, plus a number at most */
};

struct tracer {
    struct kp_unit *u;
    const struct kp_sym *object;
    const struct kp_node *scope; /* the function, closure or unit whose mentions are looked at */
    struct kp_trace *out;
    KP_VEC(const struct kp_sym *) seen;       /* holders and parameters that are followed already */
    KP_VEC(const struct kp_node *) returning; /* functions that return such a value, .. */
    KP_VEC(enum value) returned;              /* .. and what they return */
    const struct kp_trace *before;            /* what a first round has found; NULL in that */
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

/* The expression has the value: what becomes of it, where it is? */
void kp_tracer_follow(struct tracer *t, const struct kp_node *e, enum value v);
/* .. and each mention of the symbol below `n`. */
void kp_tracer_follow_mentions(struct tracer *t, const struct kp_node *n, const struct kp_sym *sym,
                               enum value v);
/* The address escapes at `at`. */
void kp_tracer_lose(struct tracer *t, const struct kp_node *at);
/* The variable gets the value. */
void kp_tracer_hold(struct tracer *t, const struct kp_sym *sym, const struct kp_node *at,
                    enum value v);
/* Was the symbol followed before? It counts as followed from now on. */
bool kp_tracer_is_seen(struct tracer *t, const struct kp_sym *sym);

/* ---- address_call.c ---- */

/* `e` is part of the call: an argument, the object, what is called. */
void kp_tracer_called(struct tracer *t, const struct kp_node *call, const struct kp_node *e,
                      enum value v);
/* object.method(..), pointer->method(..): `member` names the method. */
void kp_tracer_method(struct tracer *t, const struct kp_node *member, enum value v);
/* `e` is an operand of the assembly `n`. */
void kp_tracer_assembled(struct tracer *t, const struct kp_node *n, const struct kp_node *e,
                         enum value v);
/* A return statement returns it. */
void kp_tracer_give_back(struct tracer *t, const struct kp_node *statement, enum value v);
/* May the function or closure around the return statement return a reference? */
bool kp_returns_reference(const struct kp_node *statement);
/* The function or closure with the callee's body; NULL when that is not visible. */
const struct kp_node *kp_body_owner(const struct kp_sym *callee);
/* Do the values that an object of this type is made of certainly stay values in it? */
bool kp_keeps_values(const struct kp_type *t);

#endif
