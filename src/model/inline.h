/* Inlines helper functions that contain copies: the body replaces the call in the text, so that the
 * other passes see the copies. */
#ifndef KP_MODEL_INLINE_H
#define KP_MODEL_INLINE_H

#include "model/loops.h"

KP_VEC_TYPE(kp_calls, const struct kp_node *);

/* The input with those calls inlined that prevent a loop from being pipelined (KP310), except those
 * in `but`; the inlined calls are added to `calls`. NULL when no call can be inlined. In the arena.
 */
const char *kp_inline_helpers(struct kp_unit *u, const struct kp_calls *but, struct kp_calls *calls,
                              size_t *size);
/* The same of the calls in `wanted`, which it sorts. */
const char *kp_inline_calls(struct kp_unit *u, const struct kp_calls *wanted,
                            const struct kp_calls *but, struct kp_calls *calls, size_t *size);
/* True if the argument is a place in a variable of the caller's, or its address, and the same one
 * wherever the called function names the parameter, which it never changes: the function's body
 * means the same with one in the place of the other. */
bool kp_is_named_place(struct kp_unit *u, const struct kp_node *call, const struct kp_node *p,
                       const struct kp_node *arg);
/* The function that the call names; where a template leaves open which of several it is, the one of
 * the text that all its instances call. NULL: not known. */
const struct kp_sym *kp_called_function(struct kp_unit *u, const struct kp_node *call);
/* The FUNCTION that is called, or the LAMBDA: of a variable that holds a closure, captures by
 * reference, or copies of variables that keep their values, and has no types that a call deduces.
 * NULL: neither is known. */
const struct kp_node *kp_called_code(struct kp_unit *u, const struct kp_node *call);
/* True if the statement is a call of code in sight whose body has a full block barrier, at its own
 * level or in such a call. */
bool kp_waits_as_inlined(struct kp_unit *u, const struct kp_node *stmt);
/* True if the statement declares a closure, and all that names it are calls in `calls`. */
bool kp_is_inlined_closure(struct kp_unit *u, const struct kp_node *stmt,
                           const struct kp_calls *calls);
/* The variable whose method is called; NULL: it is another object's, or a function of no object. */
const struct kp_node *kp_object_of_call(struct kp_unit *u, const struct kp_node *call);
/* True if what names the called function does nothing else: an object whose static function is
 * called is evaluated, too. */
bool kp_names_function_alone(const struct kp_unit *u, const struct kp_node *call);
/* True if its class is one of a class template, by parameters of the kernel's template: what is
 * said of its methods is so in the visible instances. */
bool kp_is_open_object(const struct kp_node *object);
/* Checks the result `v`, in which blocks replace calls of `u`: a call whose block does something
 * else than the call; NULL: none. */
const struct kp_node *kp_inlined_otherwise(struct kp_unit *u, struct kp_unit *v,
                                           const struct kp_calls *calls);

#endif
