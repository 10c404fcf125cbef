/* Small queries of the tree, in addition to those of kp.h. */
#ifndef KP_FRONT_TREE_H
#define KP_FRONT_TREE_H

#include "kp.h"

/* The last part of a qualified name, a pointer into it. */
const char *kp_base_name_of(const char *qualified);
/* operator+, operator(), operator int: a function that expressions use without its name. */
bool kp_is_operator_name(const char *name);
/* A type's spelling without const, volatile and restrict at its top level. */
const char *kp_plain_type(struct kp_arena *a, const char *spelling);
/* The base name of a type, equal for equal types. */
const char *kp_base_name(const struct kp_type *t);
/* True for a type that a template leaves open, and for none. */
bool kp_is_left_open(const struct kp_type *t);
/* What arrays, pointers and references are made of, at last; NULL: of none. */
const struct kp_type *kp_innermost_type(const struct kp_type *t);
/* `auto` that a template leaves open. */
bool kp_is_auto(const struct kp_type *t);
/* The type that a reference type refers to; other types unchanged, and NULL. */
const struct kp_type *kp_referred_type(const struct kp_type *t);
/* The type of an lvalue without references, computed from its base's declaration when the
 * expression is dependent; may be NULL or dependent. */
const struct kp_type *kp_lvalue_type(const struct kp_node *e);
/* The size of its object; -1: not known. */
int64_t kp_lvalue_bytes(const struct kp_node *e);

/* True for `(*this)(arguments)`, `(*pointer)(arguments)` and `T()(arguments)` in a template, of an
 * object whose operator only an instance has. */
bool kp_is_open_object_call(const struct kp_node *n);
/* True if the expression may be a bit-field: as an operand it is promoted by its width, and has
 * another type than a variable of the type that the tree gives it. */
bool kp_is_bit_field(const struct kp_node *n);
/* True if a reference of that type, initialised with the value, is not bound to a place but to a
 * temporary with a converted number, or with that of a bit field. False where a type is open. */
bool kp_binds_temporary(const struct kp_type *reference, const struct kp_node *value);

/* True if the parser has an error or a warning to report within that part of the file. */
bool kp_has_error_in(const struct kp_parse *p, uint32_t file, struct kp_span in);

/* True for the types of arithmetic: integers, floating point, bool and enumerations. */
bool kp_is_number(const struct kp_type *t);
/* bound.c: .. or what a template leaves open has at most, and *least, in its visible instances.
 * There may be others: for predictions. */
int64_t kp_bytes_seen(const struct kp_unit *u, const struct kp_sym *function,
                      const struct kp_node *lvalue, int64_t *least);
/* True for numbers, and for CUDA's classes that assignments and registers copy. */
bool kp_is_value(const struct kp_type *t);
/* True for a template's parameter T, and const T: where it matters, the output asserts that it is a
 * number or one of the classes in sight, so it is no reference and no array. */
bool kp_is_type_parameter(const struct kp_type *t);
/* bound.c: gives the parameters of the template of that qualified name, a function or a class, the
 * sizes and values that all its visible instances have (those of a class are its functions'), and
 * takes them away. What is judged with them holds for these instances alone. True if there is one.
 */
bool kp_bind_parameters(struct kp_unit *u, const char *name);
void kp_unbind_parameters(struct kp_unit *u, const char *name);
/* The same for the templates of whose instances alone the unit's text, or output, is right. */
void kp_bind_stated(struct kp_unit *u);

/* True for a constructor that does nothing. */
bool kp_is_empty_constructor(const struct kp_node *n);

/* The value of a VAR's initialiser, of a number or a pointer without its braces: `int i{0}`. */
const struct kp_node *kp_first_value(const struct kp_node *var);

/* True if a node of the subtree is of one of the kinds. */
#define KP_BIT(kind) (UINT64_C(1) << (kind))
#define KP_LOOPS (KP_BIT(KP_FOR) | KP_BIT(KP_WHILE) | KP_BIT(KP_DO))
bool kp_holds(const struct kp_node *n, uint64_t kinds);
/* True if the node is at a place for statements, not in a header or an expression. */
bool kp_is_statement(const struct kp_node *n);

/* The symbol that the text names: the template's for a symbol of an instance, else `s`. */
static inline const struct kp_sym *kp_as_written(const struct kp_sym *s)
{
    return s && s->pattern ? s->pattern : s;
}
/* The node that stands in the text: the template's for a node of an instance, else `n`. */
static inline const struct kp_node *kp_node_as_written(const struct kp_node *n)
{
    return n && n->pattern ? n->pattern : n;
}
/* True for an object that is made by code that is not known. */
static inline bool kp_is_made_unseen(const struct kp_node *n)
{
    return kp_node_as_written(n)->is_unknown;
}
/* Iterates over the parse's symbols called `name`, in the order of their ids. */
#define kp_each_named(s, u, name) kp_each_named_n(s, u, name, strlen(name))
#define kp_each_named_n(s, u, name, length)                                                        \
    for (const struct kp_sym *s = kp_first_named((u), (name), (length)); s;                        \
         s = kp_next_named((u), s))
const struct kp_sym *kp_first_named(const struct kp_unit *u, const char *name, size_t length);
const struct kp_sym *kp_next_named(const struct kp_unit *u, const struct kp_sym *s);
/* True for functions, of any two texts, with parameters of the same types to the letter. */
bool kp_have_same_parameters(const struct kp_sym *a, const struct kp_sym *b);
/* Iterates over the symbols whose parent is the function or record, in the order of their ids. */
#define kp_each_member(s, u, of)                                                                   \
    for (const struct kp_sym *s = kp_first_member((u), (of)); s; s = kp_next_member((u), s))
const struct kp_sym *kp_first_member(const struct kp_unit *u, const struct kp_sym *of);
const struct kp_sym *kp_next_member(const struct kp_unit *u, const struct kp_sym *s);
/* True if kp_refs_below() knows the node and the symbol. */
static inline bool kp_knows_refs(const struct kp_node *n, const struct kp_sym *sym)
{
    return n->order && sym && sym->refs;
}
/* Each REF to the symbol in the subtree, `*count` of them, in the order of the text; NULL: none. */
struct kp_node *const *kp_refs_below(const struct kp_node *n, const struct kp_sym *sym,
                                     size_t *count);
/* Build the indexes for kp_each_named(), kp_may_hold() and kp_refs_below(), when all symbols and
 * trees are complete. */
void kp_index_names(struct kp_unit *u);
void kp_index_nodes(struct kp_unit *u);
/* The number of symbols, including those of instances; all ids are smaller. */
size_t kp_sym_count(const struct kp_unit *u);
/* The path of the source through which the unit's file, a header, is seen; NULL: it is parsed by
 * itself. */
const char *kp_seen_from(const struct kp_unit *u);
/* True if the input is a header, whose functions are part of all files that include it. */
bool kp_is_header(const struct kp_unit *u);
bool kp_is_header_name(const char *path);
/* The value and the type of an integral constant expression; false when it is not one. (The node of
 * a sizeof has the measured type, not its own.) */
bool kp_constant_of(const struct kp_node *n, int64_t *v, const struct kp_type **type);

#endif
