/* Terms: the value of an expression as a formula over the function's inputs. Equal formulas have
 * the same number in all runs that share the table. */
#ifndef KP_VALIDATE_TERM_H
#define KP_VALIDATE_TERM_H

#include "kp.h"

typedef uint32_t kp_term;
enum { KP_NO_TERM = 0 };

enum kp_term_kind {
    KP_TERM_NUMBER = 1, /* number `data` in the user's code; not folded */
    KP_TERM_STAGE,      /* number `data` of a variable of the schedule; folded */
    KP_TERM_NAME,   /* `text`: a variable's value at the function's beginning, or another name */
    KP_TERM_FORM,   /* an operation named by `data` and `text` on its operands */
    KP_TERM_CHOICE, /* condition, value if true, value if false */
    KP_TERM_PLACE   /* an address: in buffer `data` of the run, by a path */
};

struct kp_terms;

struct kp_terms *kp_terms_new(struct kp_arena *a);
kp_term kp_term_number(struct kp_terms *t, enum kp_term_kind kind, int64_t value);
kp_term kp_term_name(struct kp_terms *t, const char *text);
kp_term kp_term_form(struct kp_terms *t, uint64_t data, const char *text, const kp_term *operand,
                     size_t n);
/* The same with up to three operands; NO_TERM for absent ones. */
kp_term kp_term_of(struct kp_terms *t, const char *text, kp_term a, kp_term b, kp_term c);
/* The negation of a truth value; a double negation is removed. */
kp_term kp_term_not(struct kp_terms *t, kp_term x);
/* True if x is the operator on two values. */
bool kp_is_operation(const struct kp_terms *t, kp_term x, enum kp_op op);
/* True if x is a negation; *of is its operand. */
bool kp_term_is_not(const struct kp_terms *t, kp_term x, kp_term *of);
/* A choice between two values, or the value if both are equal. */
kp_term kp_term_choice(struct kp_terms *t, kp_term condition, kp_term yes, kp_term no);
kp_term kp_term_place(struct kp_terms *t, size_t buffer, kp_term path);

/* Compares terms by their numbers, for qsort and bsearch. */
int kp_by_number(const void *a, const void *b);
enum kp_term_kind kp_term_kind(const struct kp_terms *t, kp_term x);
int64_t kp_term_data(const struct kp_terms *t, kp_term x);
const char *kp_term_text(const struct kp_terms *t, kp_term x);
size_t kp_term_operands(const struct kp_terms *t, kp_term x);
kp_term kp_term_operand(const struct kp_terms *t, kp_term x, size_t i);
/* True if the term contains a PLACE. */
bool kp_term_has_place(const struct kp_terms *t, kp_term x);
/* The form of a variable's address: its name, and the path to a part of it. */
#define KP_ADDRESS "address"
/* True if a variable's address is in it. */
bool kp_term_has_slot(const struct kp_terms *t, kp_term x);
/* .. or that of a buffer. */
bool kp_term_has_address(const struct kp_terms *t, kp_term x);
/* True if it is the address of a variable. */
bool kp_term_is_address(const struct kp_terms *t, kp_term x);
/* The same operation with other operands. */
kp_term kp_term_again(struct kp_terms *t, kp_term x, const kp_term *operand);
bool kp_term_is_number(const struct kp_terms *t, kp_term x, int64_t *value);

#endif
