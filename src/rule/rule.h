/* Knowledge about code that a file does not define, read from rewrite-rules/ (compiled in; a folder
 * given with --rules is read after it and wins). Data only: no pass has a name of its own. */
#ifndef KP_RULE_H
#define KP_RULE_H

#include "kp.h"

enum { KP_RULE_ARGS = 8, KP_RULE_OBJECT = KP_RULE_ARGS };

/* A part of the sequence by which threads copy to shared memory asynchronously and wait for it. */
enum kp_async_kind { KP_ASYNC_NONE, KP_ASYNC_COPY, KP_ASYNC_COMMIT, KP_ASYNC_WAIT };

struct kp_async_rule {
    enum kp_async_kind kind;
    int to, from; /* COPY: the operands that hold the two addresses */
    int operand;  /* COPY: the one that holds the number of bytes; WAIT: the one that holds the
                     number of groups that may go on; -1: it is `number` */
    int number;
    bool waits_for_all; /* WAIT: for copies of no group, too */
};

/* What a call does. `arg[i]` are KP_READ / KP_WRITE / KP_RMW / KP_ATOMIC bits for the memory that
 * argument i points or refers to (a method's object is `object`); all zero and control 0 = pure. */
struct kp_call_rule {
    unsigned arg[KP_RULE_ARGS], object;
    unsigned rest;           /* for arguments from KP_RULE_ARGS on and for variadic ones */
    unsigned control;        /* KP_CTL_* bits */
    bool is_barrier;         /* a full, plain block barrier with no result */
    bool is_partial_barrier; /* some other barrier: named, counted, of a tile, with a result */
    bool is_vote;            /* a full block barrier but for its result */
    bool is_like_method;     /* f(g, ..) does what g.f(..) does: ask for "Class of g::f" instead;
                                control is KP_CTL_UNKNOWN for those who do not ask */
    bool is_load;            /* returns what argument 0 points to (__ldg) */
    bool tells_block;        /* the result may tell which block of the grid asks */
    bool is_read;            /* returns, by value, something that its object refers to */
    int address_of;          /* the result points into what argument N points to; KP_RULE_OBJECT:
                                into what the object refers to; -1 none */
    bool zero_args_only;     /* the rule holds only for a call without arguments */
    /* a copy of so many bytes at once from where argument `copy_from` points to where argument
     * `copy_to` points; 0 bytes: it is none */
    int copy_to, copy_from, copy_bytes;
    struct kp_async_rule async;
    const char *effect; /* as the rule has it */
    const char *said;   /* "FILE:LINE" of a project file; NULL: kpipe knows it */
};

/* What an [address] in an asm is made of. */
struct kp_asm_address {
    unsigned from; /* 1 << N: operand N */
    bool other;    /* and something else: what an instruction has loaded, a constant alone */
};

enum { KP_ASM_ADDRESSES = 8 }; /* more: the first one stands for them and is made of anything */

/* What an asm statement does. Barriers set KP_CTL_BARRIER in `control` too, for calls as for asm.
 */
struct kp_asm_rule {
    unsigned read, write; /* 1 << N: operand N is an [address] read or written through; all ones
                             when the address is a register of the asm's own */
    struct kp_asm_address address[KP_ASM_ADDRESSES]; /* all of them, one by one */
    unsigned n_addresses;
    bool reads_shared, writes_shared, reads_global, writes_global; /* generic: both spaces */
    bool is_atomic;             /* what it reads and writes are read-modify-writes */
    bool makes_address;         /* cvta: its outputs may point where its pointer operands point */
    bool names_symbol;          /* not known for that alone: no rule can say what memory it is */
    bool tells_block;           /* a special register in it may tell which block of the grid asks */
    unsigned control;           /* KP_CTL_ASM_LABEL: the text may be only once in a function */
    struct kp_async_rule async; /* of one instruction without a predicate, beside arithmetic in the
                                   asm's own registers */
    bool is_barrier;            /* a full block barrier and nothing else */
    bool is_partial_barrier;    /* any other barrier, or one with company */
};

struct kp_rules;

/* Built-in rules, then those of `dir` (may be NULL). NULL and *error set (arena-owned text with
 * file and line) when a file cannot be read or a line makes no sense. */
struct kp_rules *kp_rules_load(struct kp_arena *a, const char *dir, const char **error);

/* The rule for a function by qualified name ("nvcuda::wmma::mma_sync"), else, in a namespace that
 * calls.ini lists (std, cg, ...), by its last part; NULL when unknown. Methods are looked up as
 * "Class::method" ("::method" when the class is unknown). Template arguments do not matter. */
const struct kp_call_rule *kp_rule_call(const struct kp_rules *r, const char *qualified);
/* The same for a function that the program declares and defines elsewhere: what kpipe knows of
 * others counts only under names that no program may give away (`__x`, std::x). */
const struct kp_call_rule *kp_rule_own_call(const struct kp_rules *r, const char *qualified);

/* The rule for an asm statement: `text` is its instruction template, C escapes decoded or not
 * (several instructions may be in it: effects add up). False when one of them is unknown, or names
 * what is neither an operand nor the asm's own: a variable of the program, say. */
bool kp_rule_asm(const struct kp_rules *r, const char *text, struct kp_asm_rule *out);

/* A target by name ("sm_86"), NULL when unknown; and all of them in file order. */
const struct kp_target *kp_rule_target(const struct kp_rules *r, const char *arch);
const struct kp_target *kp_rule_targets(const struct kp_rules *r, size_t *n);

#endif
