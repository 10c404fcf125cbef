/* The function IR: one function, with what it calls inlined, as values in SSA form over structured
 * control flow. Built from a complete tree (front/), once per function instance; read by facts/.
 *
 * Closed world: what the lowering has no row for is an UNKNOWN value, which may do anything. A
 * function as a whole is unknown (`unknown` says why) when its control flow is not structured, its
 * tree has holes, or it is too large.
 *
 * SSA form after Braun et al., Simple and Efficient Construction of SSA Form (CC 2013). */
#ifndef KP_FN_FN_H
#define KP_FN_FN_H

#include <stdio.h>

#include "kp.h"
#include "rule/rule.h"

/* A value: an index into kp_fn.values. */
typedef uint32_t kp_val;
enum { KP_NO_VAL = 0 };

enum kp_fn_op {
#define KP_FN(name, class) KP_FN_##name,
#include "fn/fn_op.def"
    KP_FN_OPS
};

enum kp_fn_class { KP_FN_CLASS_VALUE, KP_FN_CLASS_MEMORY, KP_FN_CLASS_CALL, KP_FN_CLASS_UNKNOWN };

enum kp_fn_kind {
    KP_FN_VOID,
    KP_FN_BOOL,
    KP_FN_INT,
    KP_FN_UINT,
    KP_FN_FLOAT,
    KP_FN_POINTER,
    KP_FN_RECORD /* bytes, taken apart by EXTRACT; types of the prelude like __half, too */
};

struct kp_fn_type {
    enum kp_fn_kind kind;
    uint32_t bytes;
};

/* Of the axes x, y, z. */
enum kp_special {
    KP_SPECIAL_THREAD = 0,
    KP_SPECIAL_BLOCK = 3,
    KP_SPECIAL_BLOCK_DIM = 6,
    KP_SPECIAL_GRID_DIM = 9,
    KP_SPECIALS = 12
};

/* A call that was inlined, and the one around it. */
struct kp_fn_site {
    const struct kp_node *call;
    const struct kp_fn_site *outer; /* NULL: the call is in the function itself */
};

/* The memory that a value touches through one operand: `bytes` from there on, -1 not known. */
struct kp_fn_touch {
    unsigned mode; /* KP_READ, KP_WRITE ..; 0: none */
    int64_t bytes;
};

struct kp_value {
    enum kp_fn_op op;
    struct kp_fn_type type;
    uint32_t block;
    kp_val *operand;
    uint32_t n_operands;
    int64_t imm;
    const struct kp_node *node;    /* the expression, statement or declaration that it comes from */
    const struct kp_fn_site *site; /* where that was inlined; NULL in the function itself */
    const char *text;
    const struct kp_fn_touch *touch; /* CALL: by operand */
    unsigned control;                /* CALL: KP_CTL_* */
    bool is_volatile;                /* LOAD, STORE */
    int64_t promised;                /* a pointer: the alignment that casts of it promise */
    kp_val same_as;                  /* what this one has turned out to be (kp_fn_find) */
};

enum kp_object_kind { KP_OBJECT_LOCAL, KP_OBJECT_SHARED, KP_OBJECT_DYNAMIC, KP_OBJECT_GLOBAL };

/* Memory with a name of its own. All dynamic shared arrays are one object. What pointer parameters
 * point to has no object: the PARAM value stands for its address. */
struct kp_object {
    enum kp_object_kind kind;
    const struct kp_sym *sym; /* of a temporary: NULL */
    int64_t bytes;            /* -1 not known */
    bool is_constant;         /* nothing in the program's device code stores to it */
};

/* What must hold for a block to run, beside the guards above. */
struct kp_fn_guard {
    uint32_t outer; /* index, 0: none */
    kp_val condition;
    bool negated;
};

struct kp_fn_block {
    KP_VEC(uint32_t) preds;
    KP_VEC(kp_val) values; /* in order; phis are first */
    kp_val condition;      /* decides between the first and the second successor */
    uint32_t successor[2]; /* 0: none */
    uint32_t guard;        /* 0: none */
    uint32_t loop;         /* 0: none */
    kp_val joins;          /* two predecessors: the first one is taken when this holds */
    bool may_be_missed;    /* an exit that no guard speaks of may keep threads from coming here */
};

struct kp_fn_loop {
    uint32_t outer;  /* 0: none */
    uint32_t header; /* block */
    uint32_t latch;
    const struct kp_node *node;
    const struct kp_fn_site *site;
    kp_val condition; /* goes on while it holds; NONE: forever */
    bool tests_last;  /* do .. while */
    bool has_exits;   /* others than by its condition: break, return */
};

KP_VEC_TYPE(kp_fn_blocks, struct kp_fn_block);
KP_VEC_TYPE(kp_fn_loops, struct kp_fn_loop);
KP_VEC_TYPE(kp_fn_guards, struct kp_fn_guard);
KP_VEC_TYPE(kp_objects, struct kp_object);

struct kp_fn {
    const struct kp_unit *unit;
    struct kp_arena *arena;
    const struct kp_node *function; /* FUNCTION */
    const char *unknown;            /* why nothing can be said of it; NULL: all below holds */
    KP_VEC(struct kp_value) values; /* from 1 on */
    struct kp_fn_blocks blocks;     /* from 1 on, the entry */
    struct kp_fn_loops loops;       /* from 1 on */
    struct kp_fn_guards guards;     /* from 1 on */
    struct kp_objects objects;
    KP_VEC(const struct kp_sym *)
    moved;                            /* pointers with a NAME that have got another value since */
    KP_VEC(kp_val) choices;           /* what switches go by, and what their labels are worth */
    struct kp_fn_names *names;        /* what nodes of the function itself became */
    const struct kp_changes *changes; /* private to facts/ */
    const struct kp_held *held;       /* .. */
};

/* The IR of a FUNCTION node with a body, none of it dependent; in the unit's arena. */
struct kp_fn *kp_fn_build(const struct kp_unit *u, const struct kp_node *function);

/* A function's instances: one of its own where it is no template. Built once; `n` is 0 where none
 * is visible, or there is no body. */
struct kp_fns {
    struct kp_fn **v;
    size_t n;
};
struct kp_fns kp_fn_instances(struct kp_unit *u, const struct kp_sym *function);
/* Is a function no template, or one whose instances can be told apart by their parameters' values?
 * Then an output can say for which of them it was made. */
bool kp_fn_can_be_named(const struct kp_unit *u, const struct kp_sym *function);
/* All kernels of the unit, as kp_fn_print has them. */
void kp_dump_fn(FILE *f, const struct kp_unit *u);

/* The value itself, not one that has turned out to be it. */
kp_val kp_fn_find(const struct kp_fn *fn, kp_val v);
static inline struct kp_value *kp_fn_value(const struct kp_fn *fn, kp_val v)
{
    return &fn->values.v[kp_fn_find(fn, v)];
}
/* Operand i of a value, found. */
kp_val kp_fn_operand(const struct kp_fn *fn, const struct kp_value *v, unsigned i);
bool kp_fn_is_const(const struct kp_fn *fn, kp_val v, int64_t *value);
/* Is loop `inner` `outer`, or inside it? Every loop is inside 0. */
bool kp_fn_in_loop(const struct kp_fn *fn, uint32_t inner, uint32_t outer);

/* What an expression of the function itself was worth, or the address of the memory that an lvalue
 * of it names; NONE when it was not lowered, lowered twice, or is no such thing. `n` is a node of
 * the pattern where the function is an instance. */
kp_val kp_fn_value_of(const struct kp_fn *fn, const struct kp_node *n);
kp_val kp_fn_address_of(const struct kp_fn *fn, const struct kp_node *n);

/* What a value touches through its operand `i`. An UNKNOWN touches everything, whatever its
 * operands are. */
struct kp_fn_touch kp_fn_touches(const struct kp_fn *fn, const struct kp_value *v, unsigned i);

/* holders.c: which values are made of an address in the object, by value, those that are another
 * one left out; what a load or a call returns is not. */
const bool *kp_fn_holders(const struct kp_fn *fn, uint32_t object);
/* The largest alignment that casts of its addresses promise; 0: there are none. */
int64_t kp_fn_promised(const struct kp_fn *fn, uint32_t object);

/* check.c: what holds of every IR: operands are defined where they are used (dominance), phis have
 * one operand per predecessor, types fit operators. NULL or what is wrong: kp_fn_instances then
 * gives an unknown function. */
const char *kp_fn_check(const struct kp_fn *fn);
/* print.c: a line per value. */
void kp_fn_print(const struct kp_fn *fn, struct kp_str *out);
const char *kp_fn_op_name(enum kp_fn_op op);

#endif
