/* Rules about code that a file does not define, read from rewrite-rules/, which is compiled in. A
 * folder given with --rules is read later and takes precedence. No pass contains such knowledge
 * itself. */
#ifndef KP_RULE_H
#define KP_RULE_H

#include "kp.h"

enum { KP_RULE_ARGS = 8, KP_RULE_OBJECT = KP_RULE_ARGS };

/* The parts of a sequence of asynchronous copies to shared memory. */
enum kp_async_kind { KP_ASYNC_NONE, KP_ASYNC_COPY, KP_ASYNC_COMMIT, KP_ASYNC_WAIT };

struct kp_async_rule {
    enum kp_async_kind kind;
    int to, from; /* COPY: the operands that hold the two addresses */
    /* COPY: the operand with the number of bytes; WAIT: the one with the number of groups that may
     * stay pending; -1: that number is `number` */
    int operand;
    int number;
    bool waits_for_all; /* WAIT: also for copies that were not committed */
};

/* What a call does. `arg[i]` are KP_READ / KP_WRITE / KP_RMW / KP_ATOMIC bits for the memory that
 * argument i points or refers to (a method's object is `object`); all zero and control 0 = pure. */
struct kp_call_rule {
    unsigned arg[KP_RULE_ARGS], object;
    unsigned rest;    /* for arguments from KP_RULE_ARGS on and for variadic ones */
    unsigned control; /* KP_CTL_* bits */
    bool is_barrier;  /* a full, plain block barrier with no result */
    /* any other barrier: named, counted, of a thread-block tile, with a result */
    bool is_partial_barrier;
    bool is_vote; /* a full block barrier with a result */
    /* atomic: adds argument 1 to the number, or subtracts it; with other than 0, no two executions
     * find the same one */
    bool is_counter;
    int compares; /* atomic: stores argument N + 1 if it finds argument N; 0: no such operation */
    bool is_same_bits; /* the result has the bits of argument 0, as another type */
    /* a barrier of the lanes of a warp that argument 0 names, of all without an argument */
    bool is_warp_barrier;
    /* f(g, ..) does the same as g.f(..): the caller must look up "CLASS::f" with the class of g.
     * `control` is KP_CTL_UNKNOWN for callers that do not */
    bool is_like_method;
    bool is_load;      /* returns what argument 0 points to (__ldg) */
    bool is_of_global; /* .. which is global memory, or the call is undefined */
    bool reads_again;  /* .. by assembly that the compiler neither moves out of a loop nor joins */
    bool is_nonzero;   /* the result is never 0: as a condition it is true, whoever asks */
    bool tells_block;  /* the result may depend on the block's index */
    bool is_read;      /* it returns by value something that its object refers to */
    int address_of;    /* the result points into what argument N points to; KP_RULE_OBJECT:
                          into what the object refers to; -1 none */
    bool zero_args_only; /* the rule applies only to calls without arguments */
    bool of_numbers;     /* .. only if argument 0 is a number, or an array of them */
    bool of_values;      /* .. or a pointer, or an object of CUDA's */
    /* A copy of `copy_bytes` bytes from where argument `copy_from` points to where argument
     * `copy_to` points; copy_bytes 0: it is not a copy. */
    int copy_to, copy_from, copy_bytes;
    /* Writes as many bytes as argument `bytes` says to where argument `to` points: those behind
     * argument `from`, which may be anywhere, or, with `is_byte`, all as that argument says.
     * bytes 0: no such function. */
    struct {
        int to, from, bytes;
        bool is_byte;
    } fills;
    struct kp_async_rule async;
    const char *effect; /* as written in the rule */
    const char *said;   /* "FILE:LINE" of a project file; NULL: one of kpipe's own rules */
};

/* What an [address] in an asm is computed from. */
struct kp_asm_address {
    unsigned from; /* 1 << N: operand N */
    bool other;    /* from something else, too: a loaded value, only a constant */
};

/* if there are more, the first one stands for all and is computed from anything */
enum { KP_ASM_ADDRESSES = 8 };

/* The effects of an asm statement. Barriers also set KP_CTL_BARRIER in `control`, for calls and for
 * asm. */
struct kp_asm_rule {
    /* 1 << N: memory is read or written through operand N as an [address]; all ones when the
     * address is in the asm's own register */
    unsigned read, write;
    struct kp_asm_address address[KP_ASM_ADDRESSES]; /* the separate addresses */
    unsigned n_addresses;
    bool reads_shared, writes_shared, reads_global, writes_global; /* generic accesses set both */
    bool is_atomic;     /* its reads and writes are read-modify-writes */
    bool makes_address; /* cvta: its outputs may point to where its pointer operands point */
    bool branches;      /* it may jump, also back */
    bool reads_again;  /* what it reads may change while the kernel runs: not all by ld.global.nc */
    bool names_symbol; /* unknown only because it names a variable, whose memory no rule can know */
    bool tells_block;  /* it reads a special register that may depend on the block's index */
    unsigned control;  /* KP_CTL_ASM_LABEL: the text must not be duplicated in a function */
    /* from one instruction without a predicate; the others only compute in the asm's own registers
     */
    struct kp_async_rule async;
    bool is_barrier;         /* a full block barrier and nothing else */
    bool is_partial_barrier; /* any other barrier, or a barrier with other instructions */
};

struct kp_rules;

/* Built-in rules, then those of `dir` (may be NULL). NULL with *error set (in the arena, with file
 * and line) when a file cannot be read or a line is invalid. */
struct kp_rules *kp_rules_load(struct kp_arena *a, const char *dir, const char **error);

/* The rule for a function by qualified name ("nvcuda::wmma::mma_sync"), else, in a namespace that
 * calls.ini lists (std, cg, ...), by its last part; NULL when unknown. Methods are looked up as
 * "Class::method" ("::method" when the class is unknown). Template arguments are ignored. */
const struct kp_call_rule *kp_rule_call(const struct kp_rules *r, const char *qualified);
/* The same for a function that the program declares and another file may define: kpipe's rules
 * apply only to names that a program must not define itself (`__x`, std::x). */
const struct kp_call_rule *kp_rule_own_call(const struct kp_rules *r, const char *qualified);

/* The rule for an asm statement: `text` is its instruction template, C escapes decoded or not
 * (several instructions may be in it: effects add up). False when an instruction is unknown, or
 * names something that is neither an operand nor declared in the asm, such as a variable of the
 * program. */
bool kp_rule_asm(const struct kp_rules *r, const char *text, struct kp_asm_rule *out);

/* A target by name ("sm_86"), NULL when unknown; and all of them in file order. */
const struct kp_target *kp_rule_target(const struct kp_rules *r, const char *arch);
const struct kp_target *kp_rule_targets(const struct kp_rules *r, size_t *n);

#endif
