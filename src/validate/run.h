/* Executes a function on terms (formulas), as one thread that represents all threads: statement by
 * statement, with one fixed outcome for each decision on which barriers depend. Shared by the files
 * of this folder.
 *
 * A construct that cannot be followed ends the run (`lost`). Calls and loops without barriers are
 * one operation on the values of the variables that they name. */
#ifndef KP_VALIDATE_RUN_H
#define KP_VALIDATE_RUN_H

#include "rule/rule.h"
#include "util/map.h"
#include "validate/term.h"

/* Where a value is stored. */
enum kp_where { KP_IN_NOTHING, KP_IN_SLOT, KP_IN_BUFFER, KP_IN_MEMORY };
struct kp_lvalue {
    enum kp_where where;
    size_t at; /* slot or buffer */
    /* SLOT: the path of a part, or NO_TERM; BUFFER: the path from its beginning; MEMORY: the
     * address */
    kp_term path;
    bool is_object; /* MEMORY: a variable or a member of one, which always exists */
};

struct kp_entry {
    kp_term path, value;
    bool is_read; /* it was read after it was written */
    /* the numbers of the writes that the value may be of: the last one, and the first one, 0 where
     * that is none */
    uint32_t last, first;
    const struct kp_node *by;
};

/* The contents of a buffer: elements by their paths, and `base` for all others. */
struct kp_content {
    kp_term base;
    bool base_is_read;      /* since it was written */
    bool base_is_forgotten; /* after that, of a tile that is refilled */
    KP_VEC(struct kp_entry) list;
};

/* The values of variables and buffers at a point of the run. */
struct kp_state {
    KP_VEC(kp_term) slots;
    KP_VEC(struct kp_content) contents;
};

/* One access of shared memory. From the next barrier after its end on, it is ordered before the
 * accesses of other threads. */
struct kp_shared_access {
    kp_term event;
    bool writes, is_pending;
    uint32_t group;  /* is_pending: the group of asynchronous copies */
    uint32_t ended;  /* else: the number of barriers before its end */
    uint32_t synced; /* .. of those and barriers of a warp */
};

/* An array, or one stage of it. */
enum { KP_ALL_STAGES = -1 };
struct kp_stage {
    const struct kp_sym *object;
    int64_t stage;
    bool is_shared;
    size_t part;                 /* the number of the part of `inside`; 0: it is none */
    const struct kp_sym *inside; /* for a part or a member: the array that contains it; else NULL */
    KP_VEC(struct kp_shared_access)
    touched; /* accesses that may not be ordered before a later one */
};

struct kp_decision {
    kp_term condition;
    bool holds;
};
KP_VEC_TYPE(kp_decisions, struct kp_decision);

/* A copy loop of the input, identified by the form of its header, with its possible numbers of
 * iterations. */
struct kp_trips {
    kp_term header;
    /* staged: the iterations whose loads registers hold; the total is then not limited */
    int64_t most, staged;
    bool is_exact;
    const struct kp_node *loop; /* one of them that registers hold some of, with no header here */
};
KP_VEC_TYPE(kp_trip_list, struct kp_trips);

/* The stages in dynamic shared memory, and the tiles, of the function's loops in the model. */
/* A pointer into a shared array, by its name, and the part of the array that it reaches: those of
 * two parts have no byte in common, as the model shows or a test asks. */
struct kp_part_pointer {
    const char *name;
    size_t part;
};

struct kp_known_stages {
    KP_VEC(struct kp_part_pointer) parts;
    KP_VEC(int64_t) bytes, stages; /* bytes of one stage, if constant; number of stages */
    KP_VEC(const struct kp_sym *) tiles;
    KP_VEC(const struct kp_sym *) scratch;  /* tiles that compute writes, too */
    KP_VEC(const struct kp_sym *) refilled; /* tiles filled anew behind the loop, and in it */
    KP_VEC(const struct kp_sym *) dead;     /* tiles whose contents nothing behind the loop reads */
};

enum kp_jump { KP_STAYS, KP_BREAKS, KP_CONTINUES, KP_RETURNS, KP_GOES };

struct kp_script_answer {
    bool holds, is_second; /* the other outcome was used before */
};

/* What a template's parameter is in a call that is executed: of the argument's type. */
struct kp_deduced {
    const struct kp_sym *param;
    const struct kp_type *type;
};

/* Decides conditions about which nothing is known: by the next of `answers` or, when they are used
 * up, by the preferred outcome, which is then appended. By changing the answers, a caller can go
 * through all outcomes. */
struct kp_script {
    KP_VEC(struct kp_script_answer) answers;
    size_t used;
    /* loops run `trips` iterations, and those around others `outer_trips`, as in a run of the input
     */
    bool counts;
    unsigned trips, outer_trips;
};

/* What pieces do by mentions of variables, as far as it has been asked. */
struct kp_flow_of {
    const struct kp_node *root;
    unsigned mode;
};
struct kp_flows {
    struct kp_map
        at[2]; /* by mention: place in the list + 1; of the variable, of what is behind it */
    KP_VEC(struct kp_flow_of) list;
};

/* A node that was executed by itself, or as a whole with all that is in it. */
struct kp_effect {
    const struct kp_node *node;
    bool is_whole;
};

struct kp_run {
    struct kp_unit *u;
    const struct kp_unit *original; /* the user's text */
    struct kp_arena *arena;
    struct kp_terms *terms;
    const struct kp_trip_list *copy_loops;
    const struct kp_known_stages *staging;
    struct kp_flows *flows; /* NULL: not kept */
    /* the loop of the input; K-loops are recognised by their barriers */
    const struct kp_node *loop;
    const struct kp_node
        *last; /* the statement in front of what is behind the loop; NULL: not asked */
    struct kp_script *script;
    struct kp_decisions known;   /* for the whole run */
    struct kp_decisions assumed; /* in the branch being executed */
    struct kp_state state;
    KP_VEC(kp_term) initial;                 /* initial values of slots */
    KP_VEC(const struct kp_sym *) variables; /* of slots */
    /* variables and arrays of the thread whose addresses were taken */
    KP_VEC(struct kp_lvalue) pointed;
    bool has_leaked;                      /* .. and are where they are not followed */
    KP_VEC(const struct kp_type *) types; /* types that were converted from */
    KP_VEC(struct kp_sym *) members;      /* members of dependent types, by name */
    const struct kp_node *function;
    const struct kp_node *statement;
    KP_VEC(struct kp_stage) buffers;
    struct kp_map slot_of;          /* by symbol: number of the slot + 1 */
    struct kp_map bound_at;         /* by symbol: its place in `bound` + 1 */
    KP_VEC(struct kp_lvalue) bound; /* what references stand for */
    KP_VEC(kp_term) trace;          /* effects visible outside the thread, in order */
    KP_VEC(kp_term) conflicts;      /* pairs of accesses that no barrier orders */
    /* separate reads of memory outside the block: the address and the place */
    KP_VEC(kp_term) loads;
    /* Loops with barriers that ran at least `long_trips` iterations. `is_unsettled`: in one of them
     * the schedule's variables never had the values of an earlier iteration, so that further
     * iterations may differ from all that were executed. */
    unsigned long_trips, long_loops;
    bool is_unsettled;
    uint32_t barriers, groups, writes;
    /* barriers of a warp separate the phases of a loop, and order what its threads do; they are
     * counted in `synced`, with the others */
    bool by_warps;
    uint32_t synced;
    enum kp_jump jump;
    const char *label;                 /* KP_GOES: to this one */
    unsigned went_back;                /* the number of jumps to labels further up */
    bool must_leave;                   /* a loop without a condition has had its iterations */
    KP_VEC(struct kp_deduced) deduced; /* the last one of a parameter counts */
    struct kp_lvalue self;             /* what `this` points to */
    kp_term returned; /* the value returned by the function that is executed for a call */
    /* a construct to which more effects were attributed than it may have; NULL: none */
    const char *doubt;
    bool is_output;
    bool as_written; /* the schedule's own tests are false */
    bool sums;       /* integers are added up in no order */
    bool values;     /* functions that return one value or another are followed */
    bool joins;      /* a branch with loops between barriers is executed as one without */
    size_t joined;   /* how many of the assumptions such branches have made */
    /* .. and a condition on which a barrier depends holds in all iterations of its loop but the
     * last one: the iteration, from 1 on, and their number; 0: it does not */
    unsigned iteration, wanted;
    bool is_forced; /* unknown conditions have the preferred outcome */
    kp_term
        ended; /* the condition under which the copy loop around has ended; NO_TERM: it has not */
    KP_VEC(struct kp_effect) effects; /* executed in the expressions around; see once.c */
    unsigned wholes;                  /* how many these are */
    unsigned steps, depth, copy_loops_around, seeing;
    const char *lost;
};

/* The limit of expressions evaluated in all runs of a comparison. */
enum { KP_MOST_STEPS = 16000000 };

/* The functions through which a search has come, so that one that calls itself is searched once. */
struct kp_frame {
    const struct kp_node *function;
    const struct kp_frame *outer;
};
static inline bool kp_is_in(const struct kp_frame *f, const struct kp_node *function)
{
    while (f && f->function != function)
        f = f->outer;
    return f != NULL;
}

/* run.c */
/* Counts a step; false when the run is lost or has taken too many steps. */
bool kp_step(struct kp_run *r);
/* Assumes that the condition is true or false, until r->assumed is reset. */
void kp_assume(struct kp_run *r, kp_term condition, bool holds);
/* Ends the run; only the first reason is kept. */
/* Why a run of the input is lost in which a condition that was decided in a loop makes it run more
 * often than the script says: it is one of the runs with more iterations. */
extern const char kp_more_trips[];
void kp_lose(struct kp_run *r, const char *why);
/* If `is_so`, records that a mismatch would prove nothing; only the first reason is kept. */
void kp_doubt(struct kp_run *r, bool is_so, const char *why);
/* The event as a choice: it happens only if the present assumptions are true. */
kp_term kp_under(struct kp_run *r, kp_term event);
/* The operation of a node's kind and operator on operands. */
kp_term kp_form_of(struct kp_run *r, const struct kp_node *n, const char *text,
                   const kp_term *operand, size_t count);
/* The entry of a path; NULL: nothing was written there. */
struct kp_entry *kp_entry_at(struct kp_content *c, kp_term path);
struct kp_state kp_state_copy(struct kp_run *r);
/* Joins the states of the two branches of a condition into the state after it. Changes `yes`. */
void kp_state_join(struct kp_run *r, kp_term condition, struct kp_state *yes, struct kp_state *no);
/* The slot of a variable, which has its initial value if it is new. */
size_t kp_slot(struct kp_run *r, const struct kp_sym *s);
/* From now on the variable is another name for the place; for nothing but itself without one. */
void kp_rebind(struct kp_run *r, const struct kp_sym *s, struct kp_lvalue at);
struct kp_lvalue kp_bound_to(const struct kp_run *r, const struct kp_sym *s);
void kp_set(struct kp_run *r, const struct kp_sym *s, kp_term value);
/* The buffer of one stage of an array, or of all of it (KP_ALL_STAGES). */
size_t kp_buffer(struct kp_run *r, const struct kp_sym *object, int64_t stage);
/* The same for a part of buffer `of`, by its number; the first pointer to it gives the name. */
size_t kp_part(struct kp_run *r, const struct kp_sym *pointer, size_t part, size_t of);
/* Records an error of the run itself, such as a read of data that have not arrived. */
void kp_conflict(struct kp_run *r, const char *what);
/* The event, with the values that are at the places; these are in the order of their names. */
struct kp_known {
    const char *name;
    struct kp_lvalue at;
};
kp_term kp_knowing(struct kp_run *r, kp_term event, const struct kp_known *known, size_t n);
/* Records that the event reads each buffer of which the term contains an address. */
void kp_touch_places(struct kp_run *r, kp_term x, kp_term event);
/* The term with addresses of buffers replaced by the buffers' contents. */
kp_term kp_seen(struct kp_run *r, kp_term x);
kp_term kp_content(struct kp_run *r, size_t buffer);
/* .. with the addresses that are in it. */
kp_term kp_raw_content(struct kp_run *r, size_t buffer);
/* The term simplified by the present assumptions. */
kp_term kp_assumed(struct kp_run *r, kp_term x);
/* The value x of `n`, as one that is compared with zero where it is a number that a variable has:
 * like any other comparison of the program it is decided, not computed. */
kp_term kp_truth(struct kp_run *r, const struct kp_node *n, kp_term x);
/* .. evaluated as a condition. */
kp_term kp_condition(struct kp_run *r, const struct kp_node *n);
/* The condition has this value in the whole run, if it has none yet. */
void kp_know(struct kp_run *r, struct kp_decision d);
/* True if earlier decisions determine the condition; *holds is its value. */
bool kp_is_known(struct kp_run *r, kp_term condition, bool *holds);
bool kp_decide(struct kp_run *r, kp_term condition, bool preferred);
/* True if emission makes names of this form, and the user does not have this one; true if it is
 * that of a variable that counts stages or iterations. */
bool kp_is_schedule_name(const struct kp_run *r, const char *name);
bool kp_is_stage_name(const struct kp_run *r, const char *name);

/* schedule.c */
/* Records an access of a shared buffer, and a conflict with each earlier one that it is not ordered
 * with. `async`: it ends at the wait for its group. */
void kp_touch(struct kp_run *r, size_t buffer, kp_term event, bool writes, bool async);
/* __syncthreads(): what has ended is ordered before what follows. */
void kp_sync(struct kp_run *r); /* of a warp */
void kp_barrier(struct kp_run *r);
/* Closes the group of asynchronous copies. */
void kp_commit(struct kp_run *r);
/* Waits for all groups but the last `groups_left`; `ungrouped`: for all copies. */
void kp_wait(struct kp_run *r, int64_t groups_left, bool ungrouped);

/* stride.c */
/* If `by` is stage * stride: p in that stage. NO_TERM: it is something else. */
kp_term kp_shifted(struct kp_run *r, kp_term p, kp_term by);

/* low_bits.c */
/* The left operand of a calculation: where that asks for the low bits of an address in shared
 * memory, these as a number that no stage changes; else as it is. */
kp_term kp_low_bits_asked(struct kp_run *r, const struct kp_node *n, kp_term a);

/* place.c */
/* Where the expression's value is stored. */
struct kp_lvalue kp_place_of(struct kp_run *r, const struct kp_node *n);
/* True for a cast to a reference, which names a place. */
bool kp_is_reference_cast(const struct kp_run *r, const struct kp_node *n);
/* The name of the member that `n` is; NULL: it is not known. */
const char *kp_member_name(struct kp_run *r, const struct kp_node *n);
/* True for a stage of a tile that the input declares as an array. A reference to one is the array,
 * even where a template leaves its type open. */
bool kp_is_staged_array(struct kp_run *r, struct kp_lvalue at);
/* What an address points to, and the other way round. */
struct kp_lvalue kp_behind(struct kp_run *r, kp_term address);
kp_term kp_address(struct kp_run *r, struct kp_lvalue at);
/* The value stored there; the access of shared memory is recorded. Only KP_IN_MEMORY needs `width`,
 * which is as of kp_width_of(). */
kp_term kp_read(struct kp_run *r, struct kp_lvalue at, kp_term width);
/* Stores a value; `async`: by an asynchronous copy. */
void kp_write(struct kp_run *r, struct kp_lvalue at, kp_term value, bool async);
/* Behind the loop, tiles that are dead there are as if nothing had been stored to them. */
void kp_leave_dead(struct kp_run *r);
/* Sets all contents of a place to the results of `event`. */
void kp_overwrite(struct kp_run *r, struct kp_lvalue at, kp_term event, const char *name);
/* The path of an element, from that of the first element and the index. */
kp_term kp_element(struct kp_run *r, kp_term path, kp_term index);

/* ---- sum.c -------------------------------------------------------------------------------- */

/* A sum, a difference or a product with 0 or 1, of integers, where r->sums; NO_TERM: it is none, or
 * has only numbers. */
kp_term kp_sum_of(struct kp_run *r, const struct kp_node *n, kp_term a, kp_term b);
/* The operator that says of *a and *b, which it may change, what the comparison says of its
 * operands, where r->sums. */
enum kp_op kp_compare_sums(struct kp_run *r, const struct kp_node *n, kp_term *a, kp_term *b);
/* The size of an lvalue in bytes, or its type where that is not known. */
kp_term kp_width_of(struct kp_run *r, const struct kp_node *n);
bool kp_is_array(const struct kp_sym *s);

/* pointed.c */
/* True for a variable or an array of the thread. */
bool kp_is_private(const struct kp_run *r, struct kp_lvalue at);
/* Records that pointers that are not followed may lead to it, if it is one. */
void kp_point_at(struct kp_run *r, struct kp_lvalue at);
/* The block's variables are no more. */
void kp_leave(struct kp_run *r, const struct kp_node *block);
const char *kp_name_of(const struct kp_run *r, struct kp_lvalue at);
/* True if such a pointer may have the value. */
bool kp_is_unknown(struct kp_run *r, kp_term address);
/* True if it is known to be the address of a variable or array, or of one of several. */
bool kp_is_of_block(struct kp_run *r, kp_term address);
/* True if the address of shared memory is in it. */
bool kp_term_has_shared(struct kp_run *r, kp_term x);
/* True if the value leads to a variable or an array of the thread. */
bool kp_leads_to_private(struct kp_run *r, kp_term x);
/* The value, with those of all variables that such a pointer may lead to. */
kp_term kp_with_pointed(struct kp_run *r, kp_term value);
/* A store by such a pointer. */
void kp_change_pointed(struct kp_run *r, kp_term event);

/* path.c */
/* The path of the first element. */
kp_term kp_beginning(struct kp_run *r);
/* True if two paths in one variable are of two of its members, or of two elements of an array. */
bool kp_is_apart(struct kp_run *r, kp_term a, kp_term b);
/* The path of a member, or of an element of the type, that is inside a union, whatever its name;
 * NO_TERM: it is in none, or not known where. `path`: of what contains it. */
kp_term kp_union_member(struct kp_run *r, const struct kp_node *n, const struct kp_sym *s,
                        kp_term path);
kp_term kp_union_element(struct kp_run *r, const struct kp_type *t, kp_term path, kp_term index);
/* A part of the value: what was put there last, or a part of it. */
kp_term kp_part_of(struct kp_run *r, kp_term value, kp_term path);

/* types.c */
/* True if both are one type parameter. The output asserts that it is a number, or a class of
 * CUDA's, where a register holds it: a cast to it is a copy, and so is what a parameter is given.
 */
bool kp_are_one_parameter(const struct kp_type *a, const struct kp_type *b);
/* The type that the call gives a parameter of a function template by its argument. NULL: it is none
 * of a template, or not known. */
const struct kp_type *kp_deduce(struct kp_run *r, const struct kp_sym *param,
                                const struct kp_node *call, const struct kp_node *arg);
/* The expression's type without references. Where a template leaves it open it follows from
 * declarations, if they tell it. */
const struct kp_type *kp_expr_type(struct kp_run *r, const struct kp_node *n);
/* The member that the node names, also where its object is an `auto` that a template leaves open:
 * by the class of what that is made of. NULL: not known. */
const struct kp_sym *kp_member_of(struct kp_run *r, const struct kp_node *n);

/* eval.c */
kp_term kp_run_eval(struct kp_run *r, const struct kp_node *n);

/* The value x of `from` as the number of a stage: numbers become STAGE terms. */
kp_term kp_as_stage(struct kp_run *r, const struct kp_node *from, kp_term x);
/* The same for what a variable `name` gets, where that is one of the schedule's; else x. */
kp_term kp_as_schedule(struct kp_run *r, const char *name, const struct kp_node *from, kp_term x);

kp_term kp_size_of(struct kp_run *r, const struct kp_node *n);
/* True for a number of a stage, which only the output has. */
bool kp_is_stage_number(struct kp_run *r, kp_term x);

/* convert.c */
/* The value x of the expression `n`, converted to a type. */
kp_term kp_converted(struct kp_run *r, const struct kp_type *to, const struct kp_node *n,
                     kp_term x);
/* The bits of x, copied from one type to another: for integers of one size a conversion. */
kp_term kp_bits_as(struct kp_run *r, const struct kp_type *to, const struct kp_type *from,
                   kp_term x);
/* The form of what is read of a bit-field. As an operand it has another type than a variable with
 * that value. */
extern const char kp_of_bits[];
/* The form of an object of which each member has the value of an operand. */
extern const char kp_of_members[];
/* The doubt about types whose components are not always in the tree. */
extern const char kp_open_conversion[];
/* True for an arithmetic type that no template leaves open; for one that it does. */
bool kp_is_number_type(const struct kp_type *t);
bool kp_is_open_type(const struct kp_type *t);
/* A canonical type without const. */
const char *kp_unqualified(const char *canonical);

/* call.c */
/* The function or lambda that a call runs; NULL when it is not visible. */
const struct kp_node *kp_body_of(const struct kp_node *call);
/* Copies `bytes` bytes between two addresses. `filled`: what decides how many of them are zeros
 * instead; NO_TERM: none. */
void kp_copy(struct kp_run *r, kp_term to, kp_term from, kp_term bytes, kp_term filled, bool async);
/* Waits as the rule says; `number` is the operand that it names, if it names one. */
void kp_exec_wait(struct kp_run *r, const struct kp_async_rule *rule, const struct kp_node *number);
enum kp_call_kind {
    KP_CALL_OPAQUE,
    KP_CALL_BARRIER,
    KP_CALL_SYNC, /* a barrier of a warp, where these separate phases */
    KP_CALL_COMMIT,
    KP_CALL_WAIT,
    KP_CALL_COPY,   /* asynchronous or not */
    KP_CALL_OBJECT, /* memcpy() of one object */
    KP_CALL_LOAD,
    KP_CALL_INLINE /* a closure, or a function that has a barrier or fills shared memory */
};
/* A variable's initialiser, such as a LAMBDA; NULL: none. */
const struct kp_node *kp_closure(const struct kp_node *v);
bool kp_is_pure(struct kp_run *r, const struct kp_node *call);
enum kp_call_kind kp_call_kind(struct kp_run *r, const struct kp_node *call);
kp_term kp_eval_call(struct kp_run *r, const struct kp_node *call);
/* True if executing the node requires decisions. */
bool kp_has_control(struct kp_run *r, const struct kp_node *n);
bool kp_has_barrier(struct kp_run *r, const struct kp_node *n);
/* True if the node calls a part of the schedule. It is then the pipelined loop, even if it has no
 * barrier. */
bool kp_runs_schedule(const struct kp_run *r, const struct kp_node *n);

/* callee.c: what calls do to their objects and arguments. */
/* The functions that a call may call. Empty: not known. */
struct kp_bodies {
    KP_VEC(const struct kp_node *) list;
};
/* The one that is named there or, where a template leaves that open, those of all its instances. */
void kp_find_callees(struct kp_run *r, const struct kp_node *call, struct kp_bodies *list);
/* True if a function of the program gets the argument's value: a number that it does not change
 * where it stands, or a struct of which it has a copy. */
bool kp_is_given(struct kp_run *r, const struct kp_node *call, const struct kp_node *arg);
bool kp_is_by_value(const struct kp_node *n);
bool kp_is_address(const struct kp_node *n);
/* ++ and --. */
bool kp_is_step(const struct kp_node *n);
/* The variable from which an lvalue or address starts; *through: it is a pointer that is
 * dereferenced. */
const struct kp_node *kp_bottom(const struct kp_node *n, bool *through);
/* True if the called function may write shared memory, through its arguments or by name. */
bool kp_fills_shared(struct kp_run *r, const struct kp_node *call, const struct kp_node *own);
/* True if it may write what one of its arguments leads to. */
bool kp_fills(struct kp_run *r, const struct kp_node *call, const struct kp_node *own);

/* flow.c: what code does to variables. */
enum {
    KP_FLOW_LEAKS = 8,        /* its address goes where it is not followed */
    KP_FLOW_KEPT = 16,        /* .. into a variable from outside of the piece */
    KP_FLOW_GIVES = 32,       /* a function's result has the address */
    KP_FLOW_GIVES_IT = 64,    /* .. is the place */
    KP_FLOW_GIVES_SELF = 128, /* its object has the address */
    KP_FLOW_CALLED = 256,     /* a function of the program writes it */
    KP_FLOW_GIVEN = 512       /* it is written where a call says */
};
/* KP_READ, KP_WRITE and bits of the above: what the piece `root` does by this mention of a variable
 * to the variable or, with `behind`, to all that its value leads to. */
unsigned kp_flow(struct kp_run *r, const struct kp_node *ref, const struct kp_node *root,
                 bool behind);
/* What a function of the program does to what argument i refers to. */
unsigned kp_flow_in(struct kp_run *r, const struct kp_node *function, unsigned i,
                    const struct kp_node *arg);

/* True if an object of the type may have a member that is a reference. */
bool kp_has_reference(const struct kp_type *t);
/* True if a variable of the type may have an address as its value, or in it. */
bool kp_may_lead(const struct kp_type *t);

/* once.c */
/* True for an assignment, that of a template's instances, too. */
bool kp_assigns(const struct kp_node *n);
/* True for a node that does more than to make a value. */
bool kp_has_effect(struct kp_run *r, const struct kp_node *n);
/* True if evaluating the expression does. */
bool kp_may_change(struct kp_run *r, const struct kp_node *n);
void kp_note_effect(struct kp_run *r, const struct kp_node *n, bool is_whole);
/* Around the execution of an expression: loses the run unless each effect in it, but those that a
 * condition in it leaves out, was executed once. */
kp_term kp_run_whole(struct kp_run *r, const struct kp_node *n);
size_t kp_begin_whole(struct kp_run *r);
void kp_end_whole(struct kp_run *r, size_t from, const struct kp_node *n);

/* opaque.c: treats a piece of code as one operation. */
kp_term kp_shape(struct kp_run *r, const struct kp_node *n, const struct kp_node *root);
kp_term kp_exec_opaque(struct kp_run *r, const struct kp_node *n);

/* declare.c */
/* True for a reference, and in a template for `auto &`. */
bool kp_names_place(const struct kp_type *t);
void kp_exec_var(struct kp_run *r, const struct kp_node *v);

/* switch.c */
void kp_exec_switch(struct kp_run *r, const struct kp_node *n);

/* exec.c */
/* Executes a function's body; true if it returned before its end. */
bool kp_exec_function(struct kp_run *r, const struct kp_node *body);
void kp_exec(struct kp_run *r, const struct kp_node *n);
/* Executes both branches of an undecided condition and joins them; `no` is NULL when there is no
 * else. */
void kp_exec_either(struct kp_run *r, kp_term condition, const struct kp_node *yes,
                    const struct kp_node *no);
const struct kp_node *kp_condition_of(const struct kp_node *loop);
/* True if another loop is executed iteration by iteration in each of the loop's. */
bool kp_has_inner_loop(struct kp_run *r, const struct kp_node *loop);
/* `if (..) continue;` */
bool kp_is_skip(const struct kp_node *n);
/* `if (..) break;` in the own block of a loop that declares its counter: nothing but the loop's
 * trips depends on where it ends. */
bool kp_ends_loop(const struct kp_node *test);
/* The copy loop around has no further iteration if the condition is true. */
void kp_end_trips(struct kp_run *r, kp_term condition);

/* copy_loop.c */
void kp_exec_plain_loop(struct kp_run *r, const struct kp_node *n);
/* The form of a piece of code in which variables are compared by name; of a loop's header, without
 * what emission adds. */
kp_term kp_form_by_names(struct kp_run *r, const struct kp_node *n);
kp_term kp_header_form(struct kp_run *r, const struct kp_node *loop);

#endif
