/* Small questions about the tree (beside those of kp.h). */
#ifndef KP_FRONT_TREE_H
#define KP_FRONT_TREE_H

#include "kp.h"

/* The last part of a qualified name, a pointer into it. */
const char *kp_base_name_of(const char *qualified);
/* A type's spelling without const and volatile at its top level. */
const char *kp_plain_type(struct kp_arena *a, const char *spelling);
/* A name that two equal types share. */
const char *kp_base_name(const struct kp_type *t);
/* The type of an lvalue, found from its base's declaration where the expression itself is
 * dependent; references stripped; may be NULL or dependent. */
const struct kp_type *kp_lvalue_type(const struct kp_node *e);

/* What the text names: of an instance's own symbol, the pattern's. */
static inline const struct kp_sym *kp_as_written(const struct kp_sym *s)
{
    return s && s->pattern ? s->pattern : s;
}
/* The symbols of the parse by that name, in the order of their ids. */
#define kp_each_named(s, u, name) kp_each_named_n(s, u, name, strlen(name))
#define kp_each_named_n(s, u, name, length)                                                        \
    for (const struct kp_sym *s = kp_first_named((u), (name), (length)); s;                        \
         s = kp_next_named((u), s))
const struct kp_sym *kp_first_named(const struct kp_unit *u, const char *name, size_t length);
const struct kp_sym *kp_next_named(const struct kp_unit *u, const struct kp_sym *s);
/* Called when the parse's symbols are complete, and its trees. */
void kp_index_names(struct kp_unit *u);
void kp_index_kinds(struct kp_unit *u);
/* Ids of symbols, those of instances too, are below that. */
size_t kp_sym_count(const struct kp_unit *u);
/* A header's functions are those of all files that include it. */
bool kp_is_header(const struct kp_unit *u);
bool kp_is_header_name(const char *path);
/* The value of an integral constant expression and its type, which sizeof's node does not carry:
 * that is the type that is measured. False when it is none. */
bool kp_constant_of(const struct kp_node *n, int64_t *v, const struct kp_type **type);

#endif
