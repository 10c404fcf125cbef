/* Shared by inline.c and inline_template.c: the inlining of one call as a block. */
#ifndef KP_MODEL_INLINE_CALL_H
#define KP_MODEL_INLINE_CALL_H

#include "model/inline.h"

/* A parameter that the body names as the caller names the argument. */
struct kp_by_name {
    const struct kp_sym *param;
    const char *text;
};

/* One call that is being inlined. */
struct kp_inlining {
    struct kp_unit *u;
    const struct kp_sym *kernel;
    const struct kp_node *node;   /* CALL, a statement of its own */
    const struct kp_node *callee; /* FUNCTION */
    const char *text;             /* of the callee's file */
    const char *indent;
    struct kp_texts names, values; /* template parameters and their arguments */
    struct kp_texts defaults;      /* by name: the default values, "" for none */
    struct kp_texts known;         /* deduced parameters that the block declares */
    struct kp_str types;           /* declarations of the template's types */
    struct kp_str outer, inner;    /* text before the body; outer: arguments stored in variables */
    unsigned aside;                /* number of these variables */
    KP_VEC(struct kp_by_name) by_name;
    const char *object; /* whose method is called, NULL: no object's */
};

/* How many objects of one type a call of memcpy copies, wherever these lie; 0: it is another call,
 * or that is not known. */
int64_t kp_objects_of_memcpy(struct kp_unit *u, const struct kp_node *call);
/* The same, where their assignments may stand in its place; else 0. */
int64_t kp_copied_objects(struct kp_unit *u, const struct kp_node *call);
/* Their assignments; NULL: it stays. */
const char *kp_objects_copied(struct kp_unit *u, const struct kp_node *call);
/* True if `b` has the form of these: *to and *from are to be what the call's arguments are. */
bool kp_is_objects_copied(struct kp_unit *u, const struct kp_node *call, const struct kp_node *b,
                          const struct kp_node **to, const struct kp_node **from);
/* True if the function may change the parameter itself. */
bool kp_writes_param(struct kp_unit *u, const struct kp_node *callee, const struct kp_sym *p);
/* Puts the argument in the place of the parameter; false when the block has to declare it. */
bool kp_inline_by_name(struct kp_inlining *c, const struct kp_node *p, const struct kp_node *arg);
/* The text between the braces of the callee's body, with these arguments, without the returned
 * value, and with the object's name in front of its members. */
const char *kp_inline_body(const struct kp_inlining *c);

/* Reads the names of the template's parameters and the call's arguments for them; false when that
 * is impossible. Does nothing for a plain function. */
bool kp_read_template(struct kp_inlining *c);
/* Declares in the block those parameters that the body names; false when one is not known. */
bool kp_bind_template(struct kp_inlining *c);
/* `const T *` as `const auto *` where T is deduced, which follows the same rules. */
const char *kp_deduced_type(const struct kp_inlining *c, const char *type);
/* True if the reference parameter `p` is bound to its argument itself, and not to what that number,
 * or anything of an open type, is converted to. */
bool kp_binds_exactly(const struct kp_inlining *c, const struct kp_node *p,
                      const struct kp_node *arg);
/* True if the text contains one of the names. */
bool kp_names_any(const char *text, const struct kp_texts *names);
/* True if all names of the body without a node have the same meaning at the call. */
bool kp_unseen_names_hold(const struct kp_inlining *c);
/* True if each name in the closure, and in macros that it uses, is one of a variable of the
 * closure's, or has the same meaning at the call. */
bool kp_closure_names_hold(const struct kp_inlining *c);
/* A function that a call in the body, *call, may find instead of its own where the body takes the
 * place of the helper's call, as far as the names tell; NULL: none. */
const struct kp_sym *kp_namesake(const struct kp_inlining *c, const struct kp_node *body,
                                 const struct kp_node **call);
/* What to do about it. */
const char *kp_namesake_hint(const struct kp_inlining *c, const struct kp_node *call,
                             const struct kp_sym *namesake);

#endif
