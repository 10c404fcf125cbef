/* Knowledge about code that a file does not define, read from rewrite-rules/ (compiled in; a folder
 * given with --rules is read after it and wins). Data only: no pass has a name of its own. */
#ifndef KP_RULE_H
#define KP_RULE_H

#include "kp.h"

enum { KP_RULE_ARGS = 8 };

/* What a call does. `arg[i]` are KP_READ / KP_WRITE / KP_RMW / KP_ATOMIC bits for the memory that
 * argument i points or refers to (a method's object is `object`); all zero and control 0 = pure. */
struct kp_call_rule {
    unsigned arg[KP_RULE_ARGS], object;
    unsigned rest;          /* for arguments from KP_RULE_ARGS on and for variadic ones */
    unsigned control;       /* KP_CTL_* bits */
    bool is_barrier;        /* a full, plain block barrier with no result */
    bool is_partial_barrier;/* some other barrier: named, counted, of a tile, with a result */
    bool is_load;           /* returns what argument 0 points to (__ldg) */
    int address_of;         /* the result points into what argument N points to; -1 none */
    bool zero_args_only;    /* the rule holds only for a call without arguments */
};

struct kp_asm_rule {
    unsigned read, write;   /* bits: 1 << operand not known: any operand; KP_SPACE bits below */
    bool reads_shared, writes_shared, reads_global, writes_global;
    unsigned control;
    bool is_barrier, is_partial_barrier;
};

struct kp_rules;

/* Built-in rules, then those of `dir` (may be NULL). NULL and *error set (arena-owned text with file
 * and line) when a file cannot be read or a line makes no sense. */
struct kp_rules *kp_rules_load(struct kp_arena *a, const char *dir, const char **error);

/* The rule for a function by qualified name ("nvcuda::wmma::mma_sync"), else by its last part; NULL
 * when unknown. Methods are looked up as "Class::method" and "::method" stands for any class. */
const struct kp_call_rule *kp_rule_call(const struct kp_rules *r, const char *qualified);

/* The rule for an asm statement: `text` is its instruction template (several instructions may stand
 * in it: effects add up). False when one of its instructions is unknown. */
bool kp_rule_asm(const struct kp_rules *r, const char *text, struct kp_asm_rule *out);

/* A target by name ("sm_86"), NULL when unknown; and all of them in file order. */
const struct kp_target *kp_rule_target(const struct kp_rules *r, const char *arch);
const struct kp_target *kp_rule_targets(const struct kp_rules *r, size_t *n);

#endif
