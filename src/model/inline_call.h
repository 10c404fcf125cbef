/* A call on its way to a block: what inline.c and inline_template.c share. */
#ifndef KP_MODEL_INLINE_CALL_H
#define KP_MODEL_INLINE_CALL_H

#include "model/inline.h"

/* One call on its way to a block. */
struct kp_inlining {
    struct kp_unit *u;
    const struct kp_sym *kernel;
    const struct kp_node *node;   /* CALL, a statement of its own */
    const struct kp_node *callee; /* FUNCTION */
    const char *text;             /* of the callee's file */
    const char *indent;
    struct kp_texts names, values; /* template parameters and their arguments */
    struct kp_texts defaults;      /* beside names: their default values, "" for none */
    struct kp_texts known;         /* deduced ones of which the block says what they are */
    struct kp_str types;           /* what the template's types are */
    struct kp_str outer, inner;    /* what is before the body; outer: arguments set aside */
    unsigned aside;
};

/* Reads the names of the template's parameters and the call's arguments for them; false when they
 * cannot be read. Nothing to do for a function that is no template. */
bool kp_read_template(struct kp_inlining *c);
/* Declares in the block what the body names of them; false when one is not known. */
bool kp_bind_template(struct kp_inlining *c);
/* `const T *` as `const auto *`, where T is deduced: by the same rules. */
const char *kp_deduced_type(const struct kp_inlining *c, const char *type);
/* Does the text name one of them? */
bool kp_names_any(const char *text, const struct kp_texts *names);
/* Mean all names of the body that no node stands for the same at the call? */
bool kp_unseen_names_hold(const struct kp_inlining *c);

#endif
