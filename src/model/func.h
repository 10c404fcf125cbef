/* Facts about one function, shared by the model's passes: what its pointers may point to, which
 * variables differ between threads, its effects as a callee. Computed once per function. */
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
    /* the object that a pointer in `sym` (a callee's parameter, a record) points to */
    bool pointee;
};

struct kp_objs {
    KP_VEC(struct kp_obj) list;
};

/* A variable that holds pointers. */
struct kp_pointing {
    uint32_t id; /* of its symbol */
    struct kp_objs *to;
};

KP_VEC_TYPE(kp_pointing_list, struct kp_pointing);

struct kp_func {
    struct kp_unit *unit;
    const struct kp_sym *sym;
    const struct kp_node *decl; /* FUNCTION, or the LAMBDA of a closure variable */
    const struct kp_node *body;
    bool parametric;         /* the view for call sites: parameters are symbolic */
    struct kp_map points_to; /* private to model/pointing.c */
    struct kp_pointing_list pointing, in_order;
    unsigned flat; /* axes along which blocks are taken to have one thread: 1 << axis */
    uint8_t *thread_dependent[8]; /* by `flat`, then by symbol id; built on first use */
    enum {
        KP_THREAD_UNASKED,
        KP_THREAD_NO,
        KP_THREAD_YES
    } mentions_thread; /* cache of uniform.c */
    uint8_t *changed;  /* by symbol id; cache of refs.c */
    bool is_odd_known; /* legal/capture.c has looked for odd_word */
    const char *odd_word;
    bool is_wait_known; /* legal/waits.c has looked for waits_at */
    const struct kp_node *waits_at;
    long flow_left;             /* rest of the step limit of refs.c */
    struct kp_effects *summary; /* of the whole body */
    struct kp_map effects_at;   /* by node: index + 1 in effects */
    KP_VEC(struct kp_effects *) effects;
    struct kp_objs returned;       /* what a returned pointer or reference points to */
    const struct kp_sym *this_sym; /* parametric methods: the object, as a parameter */
    bool by_instances;             /* some sets come from the template's visible instances */
    int64_t block[3];              /* the block's dimensions that `tests` demand; all zero: none */
    struct kp_texts tests;         /* C++ conditions under which the sets are correct */
    struct kp_texts tile_tests;    /* .. under which part_of is, where no set depends on it */
    struct kp_map part_of; /* by pointer: a number; those of two numbers reach no common byte
                              where `tests`, or `tile_tests`, hold. 0: nothing is known of it */
    /* the names in these, which must have the same meaning before each loop (front.h) */
    const struct kp_reaches *tested;
    bool settled;             /* the points-to sets are final */
    bool busy;                /* being built or summarised; a further request is recursion */
    struct kp_called *called; /* cache of called.c */
    size_t n_called;
    /* cache of kp_fn_can_state_instances() */
    enum { KP_STATES_UNASKED, KP_STATES_NONE, KP_STATES_ALL } states;
    bool mentions_known;
    struct kp_map mentions_at;             /* by symbol: index + 1 in mentions */
    KP_VEC(struct kp_mentions *) mentions; /* cache of mentions.c */
    bool named_known;
    KP_VEC(struct kp_name_cover) named; /* cache of named_at.c */
};

/* The function that a call in a template calls in one of the template's instances. */
struct kp_called {
    const struct kp_node *call;
    const struct kp_sym *callee;
    const struct kp_node *in; /* the call in the instance's tree */
};

/* called.c: the functions that a call may call. In a template, these are the callees in its
 * instances, if all instances are visible; else the named function. Empty: unknown. */
struct kp_callees {
    KP_VEC(const struct kp_sym *) list;
    bool of_instances; /* the list comes from instances, not from the name in the call */
};
void kp_callees_of(struct kp_func *f, const struct kp_node *call, struct kp_callees *out);
/* True if in all visible instances the argument of that parameter of the method has the
 * parameter's own type, which a template leaves open, and nothing is made of it. */
bool kp_takes_as_given(struct kp_func *f, const struct kp_node *call, const struct kp_sym *param);
/* What a template's CONSTRUCT or INIT_LIST is in each of its instances, if all of them are visible.
 */
struct kp_nodes;
void kp_made_in_instances(struct kp_func *f, const struct kp_node *n, struct kp_nodes *out);
/* True for a name that only instances resolve (`Traits::SIZE`), if it is a constant in all that are
 * visible, the only ones. */
bool kp_is_open_constant(struct kp_func *f, const struct kp_node *ref);
/* Adds what the node of the template's text is in the tree `in` of an instance. */
void kp_find_made(struct kp_unit *u, const struct kp_node *in, const struct kp_node *n,
                  struct kp_nodes *out);
/* True for a template whose visible instances are the only ones, as the output can state. A
 * header's other sources have others, for which another text would be made. */
bool kp_has_known_instances(struct kp_func *f);
/* What the node is in each of them; none: it is not known in one. Whoever takes something from them
 * says so (kp_loop's by_instances). */
void kp_seen_in_instances(struct kp_func *f, const struct kp_node *n, struct kp_nodes *out);
/* The same, for calls, too, and recorded of the function. */
void kp_in_instances(struct kp_func *f, const struct kp_node *n, struct kp_nodes *out);
/* The node's kind; BINARY or ASSIGN for an operator in a template that is the language's own in all
 * visible instances, though the text alone may call a function. A callee that rests on it is for
 * callers whose own instances are all visible. */
enum kp_kind kp_kind_in(struct kp_func *f, const struct kp_node *n);
/* True if something may be taken as it is in the visible instances of the function. If so, it is
 * recorded that the function's facts rest on them. */
bool kp_can_rest_on_instances(struct kp_func *f);
/* True if what is known of the callee holds in all instances of the caller, or can be restricted to
 * those that are visible. */
bool kp_takes_instances(struct kp_func *f, const struct kp_func *callee);

/* open_type.c: true if the type of what the expression names is in the words of a class or of
 * another function, whose member or result it is: `typename S::value` is made of that one's S
 * there, and the kernel's S may be another type. */
bool kp_is_in_words_of_another(const struct kp_node *n);
/* The type of a value that only instances have, a number's or that of one of CUDA's
 * classes: a parameter of the template, or the type of what the value is stored to, as far as it is
 * the value's in each of them; else the one that all have. NULL: not known. */
const struct kp_type *kp_open_value_type(struct kp_func *f, const struct kp_node *n);

/* True if something that was decided about the loop holds for the visible instances of its template
 * only. Asked where the output is made, when all is decided. */
bool kp_rests_on_instances(struct kp_unit *u, const struct kp_loop *l);

/* The function's facts; `parametric` for use at call sites. Never NULL for a function with a body;
 * NULL when the body is not visible. */
struct kp_func *kp_func_get(struct kp_unit *u, const struct kp_sym *sym, bool parametric);

/* What the pointers in a variable point to. */
const struct kp_objs *kp_points_to(const struct kp_func *f, const struct kp_sym *v);
/* The same, to add to it; valid for as long as the unit is. */
struct kp_objs *kp_pointees_of(struct kp_func *f, const struct kp_sym *v);
/* The parse's symbols of which that is known, in the order of their ids. */
const struct kp_pointing_list *kp_pointing_in(struct kp_func *f);

/* True for a parameter of the function itself, not of a closure in it. The object of a method
 * counts. */
bool kp_is_param_of(const struct kp_func *f, const struct kp_sym *s);

/* True if `base` is reached through a parameter of a device function whose callers are not all
 * visible, the function itself or one that calls it, so that it may be memory of any space. */
bool kp_is_callers(enum kp_space space, const struct kp_sym *base);
/* True if it is reached through a pointer that is found in memory, or in assembly that names global
 * memory. */
bool kp_is_found(enum kp_space space, const struct kp_sym *base);

/* Add to `out` the objects that an expression's value points to, or that an lvalue denotes. */
void kp_value_objs(struct kp_func *f, const struct kp_node *e, struct kp_objs *out);
void kp_lvalue_objs(struct kp_func *f, const struct kp_node *e, struct kp_objs *out);
/* True if there is an object, and all of them are in global memory. */
bool kp_are_global(const struct kp_objs *objects);
void kp_objs_add(struct kp_unit *u, struct kp_objs *o, struct kp_obj obj);

/* Adds the effects of evaluating `n`, an expression, statement or declaration. */
void kp_effects_of(struct kp_func *f, const struct kp_node *n, struct kp_effects *out);
/* The same without those of the subtrees in `cut`. */
void kp_effects_without(struct kp_func *f, const struct kp_node *n, const struct kp_map *cut,
                        struct kp_effects *out);
/* The effects of a node of the function itself; cached. Not to be called while the function's facts
 * are being built. */
const struct kp_effects *kp_effects_at(struct kp_func *f, const struct kp_node *n);
/* The callee's effects with symbolic parameters; NULL when its body is not visible or it is
 * recursive. */
const struct kp_effects *kp_summary(struct kp_unit *u, const struct kp_sym *callee);

/* The effects of the function's whole body; computed once. */
struct kp_effects *kp_function_effects(struct kp_func *f);

/* The calls of a function that the tree shows. */
struct kp_calls_of {
    struct kp_call_list {
        size_t n, cap;
        struct kp_call_in {
            const struct kp_node *node;
            const struct kp_sym *in;
        } *v;
    } list;          /* by name, in the body of another function */
    bool has_others; /* by an operator or a constructor, outside of functions, of itself */
    enum { KP_OPEN_UNASKED, KP_OPEN_NO, KP_OPEN_YES } is_open; /* cache of kp_has_open_calls() */
};
const struct kp_calls_of *kp_calls_of(struct kp_unit *u, const struct kp_sym *function);

/* True if the unit may call the function where kp_calls_of() lists no call of it, for example by an
 * unresolved name in a generic closure, in a member's initialiser or a macro's body, or in a header
 * of the system; of an operator by any
 * expression that a template leaves open. */
bool kp_has_open_calls(struct kp_unit *u, const struct kp_sym *function);
/* What is not represented in a function that calls it; NULL: nothing. */
const struct kp_hole *kp_hole_in_caller(struct kp_unit *u, const struct kp_sym *function);
/* True if another file may call it that has no more than its declaration. A template's instance,
 * only if some text makes it by name: else the language demands the definition where it is called.
 */
bool kp_is_for_other_files(struct kp_unit *u, const struct kp_sym *function);
/* The same, or if other files may call it, or text that only other builds compile. */
bool kp_has_unseen_callers(struct kp_unit *u, const struct kp_sym *function);

/* True if the value of `e` may differ between the threads of a block; *why is a symbol that makes
 * it differ. Threads along the axes of `f->flat` are one: who sets it tests that. */
bool kp_thread_dependent(struct kp_func *f, const struct kp_node *e, const struct kp_sym **why);
/* .. only because of what callers hand over. */
bool kp_depends_by_callers(struct kp_func *f, const struct kp_node *e);

/* 'x', 'y' or 'z' when `e` is that member of a builtin variable (threadIdx, blockDim, blockIdx,
 * gridDim), else 0. A variable of the user's with the same name does not count. */
int kp_builtin_axis(const struct kp_node *e, const char *builtin);
/* True if it occurs anywhere in `n`. */
bool kp_names_axis(const struct kp_node *n, const char *builtin, int axis);

/* True if the expression denotes an array, which decays, so that naming it accesses no memory. */
bool kp_is_array_lvalue(const struct kp_node *e);

#endif
