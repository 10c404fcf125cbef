/* Terms: what an expression is worth, as a formula over what the function was given. Equal formulas
 * are one number, in every run that shares the table. */
#ifndef KP_VALIDATE_TERM_H
#define KP_VALIDATE_TERM_H

#include "kp.h"

typedef uint32_t kp_term;
enum { KP_NO_TERM = 0 };

enum kp_term_kind {
    KP_TERM_NUMBER = 1, /* `data`, in the user's code: nothing is folded */
    KP_TERM_STAGE,      /* `data`, of a variable of the schedule: folded */
    KP_TERM_NAME,       /* `text`: its value when the function begins, or no variable */
    KP_TERM_FORM,       /* an operation named by `data` and `text` on its operands */
    KP_TERM_CHOICE,     /* condition, value when it holds, value when not */
    KP_TERM_PLACE       /* an address: in buffer `data` of the run, by a path */
};

struct kp_terms;

struct kp_terms *kp_terms_new(struct kp_arena *a);
kp_term kp_term_number(struct kp_terms *t, enum kp_term_kind kind, int64_t value);
kp_term kp_term_name(struct kp_terms *t, const char *text);
kp_term kp_term_form(struct kp_terms *t, uint64_t data, const char *text, const kp_term *operand,
                     size_t n);
/* .. of up to three operands, NO_TERM for those that it has not. */
kp_term kp_term_of(struct kp_terms *t, const char *text, kp_term a, kp_term b, kp_term c);
/* The other truth value; of one that was made so, the first. */
kp_term kp_term_not(struct kp_terms *t, kp_term x);
/* Is it the other truth value of *of? */
bool kp_term_is_not(const struct kp_terms *t, kp_term x, kp_term *of);
/* Either of two values; one of them where they are equal. */
kp_term kp_term_choice(struct kp_terms *t, kp_term condition, kp_term yes, kp_term no);
kp_term kp_term_place(struct kp_terms *t, size_t buffer, kp_term path);

/* For qsort and bsearch: the order of their numbers. */
int kp_by_number(const void *a, const void *b);
enum kp_term_kind kp_term_kind(const struct kp_terms *t, kp_term x);
int64_t kp_term_data(const struct kp_terms *t, kp_term x);
const char *kp_term_text(const struct kp_terms *t, kp_term x);
size_t kp_term_operands(const struct kp_terms *t, kp_term x);
kp_term kp_term_operand(const struct kp_terms *t, kp_term x, size_t i);
/* Is a PLACE in it? */
bool kp_term_has_place(const struct kp_terms *t, kp_term x);
/* The same operation on other operands. */
kp_term kp_term_again(struct kp_terms *t, kp_term x, const kp_term *operand);
bool kp_term_is_number(const struct kp_terms *t, kp_term x, int64_t *value);

#endif
