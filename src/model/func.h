/* Facts about one function that the model's passes share: what its pointers may point to, which of
 * its variables differ between threads, what it does as a callee. Computed once per function. */
#ifndef KP_MODEL_FUNC_H
#define KP_MODEL_FUNC_H

#include "fn/callee.h"
#include "kp.h"
#include "rule/rule.h"
#include "util/str.h"

/* An object that a pointer may point into, or a reference may name. */
struct kp_obj {
    enum kp_space space;
    const struct kp_sym *sym; /* NULL: an unknown object of that space */
    bool pointee; /* what a pointer held in `sym` (a callee's parameter, a record) points to */
};

struct kp_objs {
    KP_VEC(struct kp_obj) list;
};

struct kp_func {
    struct kp_unit *unit;
    const struct kp_sym *sym;
    const struct kp_node *decl; /* FUNCTION, or the LAMBDA of a closure variable */
    const struct kp_node *body;
    bool parametric;           /* a callee's view: parameters stand for themselves */
    struct kp_objs *points_to; /* by symbol id: what the pointers in a variable point to */
    uint8_t *thread_dependent; /* by symbol id; NULL until asked for */
    enum { KP_THREAD_UNASKED, KP_THREAD_NO, KP_THREAD_YES } mentions_thread; /* of uniform.c */
    uint8_t *changed;  /* by symbol id: of refs.c; NULL until asked for */
    bool is_odd_known; /* legal/capture.c has looked for odd_word */
    const char *odd_word;
    bool is_spin_known; /* legal/memory.c has looked for spins_at */
    const struct kp_node *spins_at;
    long flow_left;             /* of refs.c: what runs after loops may still cost */
    struct kp_effects *summary; /* of the whole body */
    struct kp_map effects_at;   /* by node: the number + 1 in .. */
    KP_VEC(struct kp_effects *) effects;
    struct kp_objs returned;         /* what a returned pointer or reference points to */
    const struct kp_sym *this_sym;   /* parametric methods: the object, as a parameter */
    bool by_instances;               /* some sets are what the template's instances show */
    int64_t block[3];                /* all zero, or what `tests` say of the block */
    struct kp_texts tests;           /* C++ that has to hold for the sets to be right .. */
    const struct kp_reaches *tested; /* .. by names that have to mean in front of each loop
                                        (front.h) what they mean in front of the first */
    bool settled;                    /* the sets are as large as what is followed makes them */
    bool busy;                       /* being built or summarised: asking again is recursion */
    struct kp_called *called;        /* of called.c; NULL until asked for */
    size_t n_called;
    struct kp_all_defs *defs; /* of lanes_var.c; .. */
    bool mentions_known;
    struct kp_map mentions_at;             /* by symbol: the number + 1 in .. */
    KP_VEC(struct kp_mentions *) mentions; /* of mentions.c */
};

/* What a call of a template in the function's text is in one of the function's instances. */
struct kp_called {
    const struct kp_node *call;
    const struct kp_sym *callee;
};

/* called.c: the functions that a call reaches: of a template, its instances, where the program
 * shows all that this call may mean; else what the call names. None: unknown. */
struct kp_callees {
    KP_VEC(const struct kp_sym *) list;
    bool of_instances; /* all that the call may mean, not what it seems to name */
};
void kp_callees_of(struct kp_func *f, const struct kp_node *call, struct kp_callees *out);

/* The function's facts; `parametric` for use at call sites. Never NULL for a function with a body;
 * NULL when the body is not visible. */
struct kp_func *kp_func_get(struct kp_unit *u, const struct kp_sym *sym, bool parametric);

/* Is it a parameter of the function itself, not of a closure in it? The object of a method counts.
 */
bool kp_is_param_of(const struct kp_func *f, const struct kp_sym *s);

/* Is it what a parameter of a device function leads to whose callers are not all visible? It may be
 * memory of any space. */
bool kp_is_callers(const struct kp_func *f, enum kp_space space, const struct kp_sym *base);

/* What an expression's value points to, and what an lvalue denotes. Objects are added to `out`. */
void kp_value_objs(struct kp_func *f, const struct kp_node *e, struct kp_objs *out);
void kp_lvalue_objs(struct kp_func *f, const struct kp_node *e, struct kp_objs *out);
void kp_objs_add(struct kp_unit *u, struct kp_objs *o, struct kp_obj obj);

/* Everything that evaluating `n` (an expression, a statement, a declaration) does. */
void kp_effects_of(struct kp_func *f, const struct kp_node *n, struct kp_effects *out);
/* The same of the function's node alone, found once; not while the facts are still being made. */
const struct kp_effects *kp_effects_at(struct kp_func *f, const struct kp_node *n);
/* The callee's effects, its parameters standing for themselves; NULL when its body is not visible
 * or it is recursive. */
const struct kp_effects *kp_summary(struct kp_unit *u, const struct kp_sym *callee);

/* What the function's whole body does, in its own view; computed once. */
struct kp_effects *kp_function_effects(struct kp_func *f);

/* Could the function be called where the tree shows no call of it: by an unresolved
 * name, in a generic closure, say? */
bool kp_has_open_calls(const struct kp_unit *u, const struct kp_sym *function);
/* The same, or may other files call it? */
bool kp_has_unseen_callers(const struct kp_unit *u, const struct kp_sym *function);

/* Can the value of `e` differ between the threads of a block? *why names a symbol in the answer. */
bool kp_thread_dependent(struct kp_func *f, const struct kp_node *e, const struct kp_sym **why);

/* 'x', 'y' or 'z' when `e` is that member of a builtin variable (threadIdx, blockDim, blockIdx,
 * gridDim), else 0. The user's own variable of the same name is none. */
int kp_builtin_axis(const struct kp_node *e, const char *builtin);
/* Is it anywhere in `n`? */
bool kp_names_axis(const struct kp_node *n, const char *builtin, int axis);

/* Is the expression's value an array that decays, so that naming it touches nothing? */
bool kp_is_array_lvalue(const struct kp_node *e);

#endif
