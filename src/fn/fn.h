/* The function IR: one function, with its callees inlined, as values in SSA form over structured
 * control flow. Built from the tree of front/ once per function instance; read by facts/.
 *
 * Closed world: a construct that the lowering does not know becomes an UNKNOWN value, which may do
 * anything. A function as a whole is unknown (`unknown` says why) when its control flow is not
 * structured, its tree has holes, or it is too large.
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
    KP_FN_RECORD /* bytes, read by EXTRACT; also types of the prelude such as __half */
};

struct kp_fn_type {
    enum kp_fn_kind kind;
    uint32_t bytes;
};

/* Each is the first of three numbers, for the axes x, y and z. */
enum kp_special {
    KP_SPECIAL_THREAD = 0,
    KP_SPECIAL_BLOCK = 3,
    KP_SPECIAL_BLOCK_DIM = 6,
    KP_SPECIAL_GRID_DIM = 9,
    KP_SPECIALS = 12
};

/* A call that was inlined, and the inlined call that contains it. */
struct kp_fn_site {
    const struct kp_node *call;
    const struct kp_fn_site *outer; /* NULL: the call is in the function itself */
};

/* The memory that a value touches through one operand, an address: `bytes` from there on, -1 not
 * known. */
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
    const struct kp_node *node; /* the expression, statement or declaration that it comes from */
    /* the inlined call that contains `node`; NULL in the function itself */
    const struct kp_fn_site *site;
    const char *text;
    const struct kp_fn_touch *touch; /* CALL: by operand */
    unsigned control;                /* CALL: KP_CTL_* */
    bool is_volatile;                /* LOAD, STORE */
    kp_val size; /* LOAD, STORE, atomic CALL: how many bytes, where only an instance tells; else
                    NONE */
    int64_t promised; /* pointers: the alignment in bytes that casts of it imply */
    kp_val same_as;   /* the value that replaced this one (kp_fn_find) */
};

enum kp_object_kind { KP_OBJECT_LOCAL, KP_OBJECT_SHARED, KP_OBJECT_DYNAMIC, KP_OBJECT_GLOBAL };

/* Named memory. All dynamic shared arrays are one object. The memory that a pointer parameter
 * points to is not an object; the PARAM value is its address. */
struct kp_object {
    enum kp_object_kind kind;
    const struct kp_sym *sym; /* NULL: a temporary */
    int64_t bytes;            /* -1 not known */
    bool is_constant;         /* no device code of the program stores to it */
};

/* A condition under which a block runs, in addition to the outer guards. */
struct kp_fn_guard {
    uint32_t outer;   /* index, 0: none */
    kp_val condition; /* NONE: a case is taken */
    bool negated;
    kp_val chosen_by; /* a case: the operand of the switch */
};

struct kp_fn_block {
    KP_VEC(uint32_t) preds;
    KP_VEC(kp_val) values; /* in order, phis first */
    kp_val condition;      /* true: the first successor follows, false: the second */
    uint32_t successor[2]; /* 0: none */
    /* 0: none. A thread that is here has passed the guards; one that passes them need not come
     * here, because it may have left before. */
    uint32_t guard;
    uint32_t loop; /* 0: none */
    kp_val joins;  /* for two predecessors: control comes from the first when this is true */
};

struct kp_fn_loop {
    uint32_t outer;  /* 0: none */
    uint32_t header; /* block */
    uint32_t latch;
    const struct kp_node *node;
    const struct kp_fn_site *site;
    kp_val condition; /* the loop continues while it is true; NONE: no condition */
    bool tests_last;  /* do .. while */
    bool has_exits;   /* it can end otherwise than by its condition: break, return */
};

KP_VEC_TYPE(kp_fn_blocks, struct kp_fn_block);
KP_VEC_TYPE(kp_fn_loops, struct kp_fn_loop);
KP_VEC_TYPE(kp_fn_guards, struct kp_fn_guard);
KP_VEC_TYPE(kp_objects, struct kp_object);

struct kp_fn {
    const struct kp_unit *unit;
    struct kp_arena *arena;
    const struct kp_node *function; /* FUNCTION */
    const char *unknown; /* why nothing is known about the function; NULL: all fields are valid */
    const struct kp_node *unknown_at; /* the statement that is the reason; NULL: there is none */
    bool is_pattern;                  /* kp_fn_pattern() */
    KP_VEC(struct kp_value) values;   /* from 1 on */
    struct kp_fn_blocks blocks;       /* from 1 on; block 1 is the entry */
    struct kp_fn_loops loops;         /* from 1 on */
    struct kp_fn_guards guards;       /* from 1 on */
    struct kp_objects objects;
    KP_VEC(const struct kp_sym *)
    moved;                            /* pointers with a NAME value that were assigned again */
    KP_VEC(kp_val) choices;           /* the operands of switches and the values of their labels */
    kp_val result;                    /* what it returns; 0: nothing that a value holds */
    struct kp_fn_names *names;        /* values and addresses by node (kp_fn_value_of) */
    const struct kp_changes *changes; /* private to facts/ */
    const struct kp_held *held;       /* private to facts/ */
};

/* The IR of a FUNCTION node with a body, in the unit's arena; `is_pattern`: of a template's own,
 * else one without dependent types. */
struct kp_fn *kp_fn_build(const struct kp_unit *u, const struct kp_node *function, bool is_pattern);

/* The instances of a function; a plain function is its own single instance. Built once; n is 0 when
 * none is visible or there is no body. */
struct kp_fns {
    struct kp_fn **v;
    size_t n;
};
struct kp_fns kp_fn_instances(struct kp_unit *u, const struct kp_sym *function);
/* A function template as it is for all of its instances, built once: its parameters, and the sizes
 * of its type parameters, are GIVEN values; what depends on them otherwise is a record of no size
 * or unknown. NULL: it is no template, or has no body. */
struct kp_fn *kp_fn_pattern(struct kp_unit *u, const struct kp_sym *function);
/* The instances; where none is visible, the pattern alone; n is 0 when there is neither. */
struct kp_fns kp_fn_bodies(struct kp_unit *u, const struct kp_sym *function);
/* True if the output can state for which instances it was made: the function is no template, or the
 * values of its template parameters, and types that have a name everywhere, identify each instance.
 * Of a header's template at least one is in sight, so that there is something to assert. False
 * where instances may be missing (kp_fn_has_all_instances). */
bool kp_fn_can_state_instances(const struct kp_unit *u, const struct kp_sym *function);
/* The same, and no other file can make instances of it: a template of a header is in all sources
 * that include it. For what is decided by the instances without an assertion of these. */
bool kp_fn_can_be_named(const struct kp_unit *u, const struct kp_sym *function);
/* False for a template if the parse, which has errors, may lack instances of it: not all that the
 * file says of it was understood. */
bool kp_fn_has_all_instances(const struct kp_unit *u, const struct kp_sym *function);
/* Prints all kernels of the unit in the form of kp_fn_print(). */
void kp_dump_fn(FILE *f, const struct kp_unit *u);

bool kp_fn_is_number(struct kp_fn_type t); /* BOOL, INT, UINT */
/* The value that a variable of this type holds after it is assigned the number. */
int64_t kp_fn_wrap(int64_t v, struct kp_fn_type t);
/* The result of ADD to MAX on numbers of the type `of`, before kp_fn_wrap(). False where C++ leaves
 * it undefined. */
bool kp_fn_compute(enum kp_fn_op op, struct kp_fn_type of, int64_t x, int64_t y, int64_t *out);

/* Follows same_as to the value itself. */
kp_val kp_fn_find(const struct kp_fn *fn, kp_val v);
static inline struct kp_value *kp_fn_value(const struct kp_fn *fn, kp_val v)
{
    return &fn->values.v[kp_fn_find(fn, v)];
}
/* Operand i of a value, after kp_fn_find(). */
kp_val kp_fn_operand(const struct kp_fn *fn, const struct kp_value *v, unsigned i);
bool kp_fn_is_const(const struct kp_fn *fn, kp_val v, int64_t *value);
/* True if loop `inner` is `outer` or inside it. Every loop is inside 0. */
bool kp_fn_in_loop(const struct kp_fn *fn, uint32_t inner, uint32_t outer);
/* The function's own loop that stands for the node, one of the tree as written; 0: there is none,
 * or the function is unknown. */
uint32_t kp_fn_loop_at(const struct kp_fn *fn, const struct kp_node *loop);
/* True for a phi at the head of its loop: a variable that an iteration may change. */
bool kp_fn_is_header_phi(const struct kp_fn *fn, const struct kp_value *v);
/* Those of a loop that are numbers or pointers. Returns how many. */
enum { KP_FN_MAX_PHIS = 32 };
unsigned kp_fn_header_phis(const struct kp_fn *fn, uint32_t loop, kp_val phi[KP_FN_MAX_PHIS]);

/* The value of an expression, or the address of the memory that an lvalue names. Only for nodes of
 * the function itself; when it is an instance, `n` is a node of the template. NONE when the node
 * was not lowered, was lowered twice, or has no value or address. */
kp_val kp_fn_value_of(const struct kp_fn *fn, const struct kp_node *n);
kp_val kp_fn_address_of(const struct kp_fn *fn, const struct kp_node *n);
/* The block in which such a node is evaluated; 0: it was not lowered. */
uint32_t kp_fn_block_of(const struct kp_fn *fn, const struct kp_node *n);

/* The memory that a value touches through operand i. An UNKNOWN touches everything, even without
 * operands. */
struct kp_fn_touch kp_fn_touches(const struct kp_fn *fn, const struct kp_value *v, unsigned i);

/* False for a load and a call: what they return is not what their operands hold. */
bool kp_fn_passes_on(const struct kp_value *v);
/* holders.c: for each value, true if it is computed from an address in the object. False for values
 * replaced by others (same_as) and for results of loads and calls. */
const bool *kp_fn_holders(const struct kp_fn *fn, uint32_t object);
/* True if the value stores, compares or hands on such an address, as a value. */
bool kp_fn_lets_go(const struct kp_fn *fn, const bool *holds, const struct kp_value *v);
/* The largest alignment in bytes that casts of the object's addresses imply; 0: there are none. */
int64_t kp_fn_promised(const struct kp_fn *fn, uint32_t object);

/* check.c: the invariants of the IR: definitions dominate uses, phis have one operand per
 * predecessor, types match operators. NULL, or what is violated; kp_fn_instances() then returns an
 * unknown function. */
const char *kp_fn_check(const struct kp_fn *fn);
/* print.c: a line per value. */
void kp_fn_print(const struct kp_fn *fn, struct kp_str *out);

#endif
