/* Private to src/fn: lowering of the tree to values. */
#ifndef KP_FN_BUILD_H
#define KP_FN_BUILD_H

#include "fn/fn.h"

/* A variable in SSA form: a local whose address is not taken. */
typedef uint32_t kp_var;

enum kp_place_kind {
    KP_PLACE_NONE,
    KP_PLACE_VALUE,    /* an rvalue */
    KP_PLACE_VARIABLE, /* bytes of the variable `var` from `offset` on */
    KP_PLACE_MEMORY,   /* memory at the address `val` */
    KP_PLACE_CLOSURE,
    /* threadIdx and similar variables: `offset` is the enum kp_special of the first axis */
    KP_PLACE_SPECIAL
};

/* What an expression denotes. */
struct kp_fn_lvalue {
    enum kp_place_kind kind;
    kp_val val;
    kp_var var;
    int64_t offset;
    const struct kp_type *type; /* never a reference */
    const struct kp_closure *closure;
    bool is_volatile;
};

struct kp_binding {
    const struct kp_sym *sym;
    struct kp_fn_lvalue place;
};

/* A function that is being lowered, with the meaning of its names. */
struct kp_fn_frame {
    KP_VEC(struct kp_binding) bindings;
    struct kp_fn_frame *lexical; /* for a closure: the frame in which it was made */
    struct kp_fn_frame *caller;
    const struct kp_node *function; /* FUNCTION or LAMBDA */
    const struct kp_fn_site *site;
    struct kp_fn_lvalue self; /* *this */
    /* the place of the returned value; for a reference: what it refers to */
    struct kp_fn_lvalue result;
    bool returns_reference, has_returned;
    uint32_t exit; /* block */
    unsigned depth;
    unsigned n_ends; /* of the caller's, when it was called */
    size_t n_jumps;  /* the number of jumps outside of the call */
};

struct kp_closure {
    const struct kp_node *lambda;
    struct kp_fn_frame *frame;
};

struct kp_fn_jump {
    /* Blocks; to_continue is 0 for a switch, in which `continue` belongs to an outer loop. */
    uint32_t to_break, to_continue;
    uint32_t loop;   /* 0: a switch */
    unsigned n_ends; /* in front of the loop or switch */
};

struct kp_def {
    uint32_t block;
    kp_var var;
    kp_val val;
};

struct kp_open_phi {
    kp_val phi;
    kp_var var;
};

KP_VEC_TYPE(kp_open_phis, struct kp_open_phi);

struct kp_fn_builder {
    struct kp_fn *fn;
    struct kp_arena *arena;
    uint32_t block; /* the block to which values are added; 0: this place is unreachable */
    struct kp_fn_frame *frame;
    const struct kp_node *node; /* the node that is being lowered */
    KP_VEC(struct kp_fn_type) vars;
    KP_VEC(const void *) keys; /* by variable: its symbol or node */
    /* by variable: its symbol once there is a NAME value for it, else NULL */
    KP_VEC(const struct kp_sym *) named;
    /* by variable: unknown code may keep its address, and change it whenever it runs: it is read as
     * UNKNOWN */
    KP_VEC(bool) exposed;
    KP_VEC(bool) sealed;              /* by block */
    KP_VEC(struct kp_open_phis) open; /* by block */
    struct kp_def *defs;              /* open hash table */
    size_t n_defs, cap_defs;
    KP_VEC(struct kp_fn_jump) jumps;
    KP_VEC(const void *) in_memory; /* symbols and nodes whose address is taken */
    bool again;      /* a further one was found: the function must be lowered again */
    unsigned n_ends; /* objects that are alive, and temporaries, whose end runs code */
};

/* Limits of a function with its inlined callees; beyond them it is unknown. */
enum { KP_FN_MAX_VALUES = 60000, KP_FN_MAX_DEPTH = 24, KP_FN_MAX_ROUNDS = 32 };

/* ---- type.c ---- */

struct kp_fn_type kp_fn_type_of(const struct kp_type *t);
/* The usual arithmetic conversions, and the promotion of one operand. */
struct kp_fn_type kp_fn_common(struct kp_fn_type a, struct kp_fn_type b);
struct kp_fn_type kp_fn_promoted(struct kp_fn_type t);

/* ---- ssa.c ---- */

kp_val kp_fn_add(struct kp_fn_builder *b, enum kp_fn_op op, struct kp_fn_type type, unsigned n,
                 const kp_val *operands);
kp_val kp_fn_const(struct kp_fn_builder *b, int64_t value, struct kp_fn_type type);
kp_val kp_fn_unknown(struct kp_fn_builder *b, struct kp_fn_type type, const char *why);
kp_val kp_fn_binary(struct kp_fn_builder *b, enum kp_fn_op op, struct kp_fn_type type, kp_val left,
                    kp_val right);
kp_val kp_fn_convert(struct kp_fn_builder *b, kp_val v, struct kp_fn_type type);
/* Records that an address is a multiple of `align`; returns the address. */
kp_val kp_fn_promise_aligned(struct kp_fn_builder *b, kp_val address, int64_t align);
/* Records the alignment that a pointer or reference type implies for an address; returns the
 * address. */
kp_val kp_fn_promise(struct kp_fn_builder *b, kp_val address, const struct kp_type *t);
kp_val kp_fn_extract(struct kp_fn_builder *b, kp_val record, int64_t offset,
                     struct kp_fn_type type);
kp_val kp_fn_insert(struct kp_fn_builder *b, kp_val record, int64_t offset, kp_val value);

/* What only an instance tells, as a value that is known at the entry: one for each text. */
kp_val kp_fn_given(struct kp_fn_builder *b, const char *text, struct kp_fn_type type);
/* The size of a type parameter of the template; NONE: it is none. */
kp_val kp_fn_given_size(struct kp_fn_builder *b, const struct kp_type *t);

kp_var kp_fn_new_var(struct kp_fn_builder *b, struct kp_fn_type type, const void *key);
void kp_fn_write_var(struct kp_fn_builder *b, kp_var var, kp_val val);
kp_val kp_fn_read_var(struct kp_fn_builder *b, kp_var var);

/* A new block in the given loop and under the given guard. A block is sealed when it gets no
 * further predecessors. */
uint32_t kp_fn_new_block(struct kp_fn_builder *b, uint32_t loop, uint32_t guard);
void kp_fn_edge(struct kp_fn_builder *b, uint32_t from, uint32_t to);
/* One of a switch's edges, of which an unknown one is taken. */
void kp_fn_edge_of_switch(struct kp_fn_builder *b, uint32_t from, uint32_t to);
void kp_fn_seal(struct kp_fn_builder *b, uint32_t block);
uint32_t kp_fn_new_guard(struct kp_fn_builder *b, kp_val condition, bool negated);
/* Guard and loop of the current block; 0: none. */
uint32_t kp_fn_guard_here(const struct kp_fn_builder *b);
uint32_t kp_fn_loop_here(const struct kp_fn_builder *b);
/* Replaces phis whose operands are all one value by that value. */
void kp_fn_drop_trivial(struct kp_fn_builder *b);

/* ---- place.c ---- */

struct kp_fn_lvalue kp_place_value(kp_val v, const struct kp_type *t);
struct kp_fn_lvalue kp_place_memory(kp_val address, const struct kp_type *t);
/* A new local of a type, named by a symbol or a node (NULL: its address is not taken). */
struct kp_fn_lvalue kp_place_local(struct kp_fn_builder *b, const struct kp_type *t,
                                   const void *key);
kp_val kp_place_read(struct kp_fn_builder *b, struct kp_fn_lvalue p);
void kp_place_write(struct kp_fn_builder *b, struct kp_fn_lvalue p, kp_val v);
kp_val kp_place_address(struct kp_fn_builder *b, struct kp_fn_lvalue p);
struct kp_fn_lvalue kp_place_field(struct kp_fn_builder *b, struct kp_fn_lvalue record,
                                   const struct kp_sym *field, const struct kp_type *t);
/* Binds a member that is a reference to the value's place; false: it is none. */
bool kp_place_bind_field(struct kp_fn_builder *b, struct kp_fn_lvalue record,
                         const struct kp_sym *field, const struct kp_node *value);
/* Stores an rvalue in a temporary, so that a reference can refer to it; other places unchanged. */
struct kp_fn_lvalue kp_place_of_temporary(struct kp_fn_builder *b, struct kp_fn_lvalue p,
                                          const void *key);
bool kp_place_find(struct kp_fn_builder *b, const struct kp_sym *s, struct kp_fn_lvalue *out);
void kp_place_bind(struct kp_fn_builder *b, const struct kp_sym *s, struct kp_fn_lvalue p);
uint32_t kp_place_object(struct kp_fn_builder *b, enum kp_object_kind kind,
                         const struct kp_sym *sym, int64_t bytes);
kp_val kp_place_object_address(struct kp_fn_builder *b, uint32_t object);

/* ---- lower_expr.c, lower_call.c, lower_init.c, lower_stmt.c ---- */

struct kp_fn_lvalue kp_lower_expr(struct kp_fn_builder *b, const struct kp_node *n);
kp_val kp_lower_value(struct kp_fn_builder *b, const struct kp_node *n);
kp_val kp_lower_condition(struct kp_fn_builder *b, const struct kp_node *n);
struct kp_fn_lvalue kp_lower_call(struct kp_fn_builder *b, const struct kp_node *n);
void kp_lower_asm(struct kp_fn_builder *b, const struct kp_node *n);
/* Adds an UNKNOWN for the node. It may write everything that the node names. */
struct kp_fn_lvalue kp_lower_unknown(struct kp_fn_builder *b, const struct kp_node *n,
                                     const char *why);
/* From here on unknown code may change the variable at any time. */
void kp_fn_expose(struct kp_fn_builder *b, kp_var var);
/* Counts an object of the type, or the temporary that an expression makes, if its end runs code. */
void kp_fn_begin_object(struct kp_fn_builder *b, const struct kp_type *t);
void kp_fn_begin_temporary(struct kp_fn_builder *b, const struct kp_node *n);
/* The object at `p` was given the value. If its class's copies run code, they may be left out, and
 * the function that made the value have its address. */
void kp_fn_take_object(struct kp_fn_builder *b, struct kp_fn_lvalue p, const struct kp_node *value);
/* Adds an UNKNOWN if objects end here that were not there when `before` were alive. */
void kp_fn_end_objects(struct kp_fn_builder *b, unsigned before);
/* Makes unknown what an expression of no number's type names: a conversion of its own, which makes
 * it one, may change it. */
void kp_forget_objects(struct kp_fn_builder *b, const struct kp_node *n, const char *why);
void kp_lower_init(struct kp_fn_builder *b, struct kp_fn_lvalue p, const struct kp_node *value);
void kp_lower_construct(struct kp_fn_builder *b, struct kp_fn_lvalue p, const struct kp_node *n);
void kp_lower_stmt(struct kp_fn_builder *b, const struct kp_node *n);

/* ---- build.c ---- */

/* The first construct of a function that its tree does not represent exactly; NULL: none. */
const char *kp_fn_hole(const struct kp_unit *u, const struct kp_sym *function);

/* Records the result of a node of the function itself: a value, or the address of a place. */
void kp_fn_name(struct kp_fn_builder *b, const struct kp_node *n, kp_val v, bool is_address);

#endif
