/* A function executed on terms, by one thread that stands for all: statement by statement, with
 * each decision that barriers depend on taken once and for all. Shared by the files of this folder.
 *
 * What is not followed ends the run (`lost`). Calls and loops without barriers are one operation on
 * the values of the variables that stand in them. */
#ifndef KP_VALIDATE_RUN_H
#define KP_VALIDATE_RUN_H

#include "rule/rule.h"
#include "validate/term.h"

/* Where a value lies. */
enum kp_where { KP_IN_NOTHING, KP_IN_SLOT, KP_IN_BUFFER, KP_IN_MEMORY };
struct kp_lvalue {
    enum kp_where where;
    size_t at;      /* slot or buffer */
    kp_term path;   /* SLOT: of a part, or NO_TERM; BUFFER: from its begin; MEMORY: the address */
    bool is_object; /* MEMORY: a variable or a member of one, which is always there */
};

struct kp_entry {
    kp_term path, value;
    bool is_read; /* since it was written */
    const struct kp_node *by;
};

/* What is in a buffer: elements by their paths, over a base. */
struct kp_content {
    kp_term base;
    KP_VEC(struct kp_entry) list;
};

/* What variables and buffers hold at a point. */
struct kp_state {
    KP_VEC(kp_term) slots;
    KP_VEC(struct kp_content) contents;
};

/* One access of shared memory. It is ordered in front of those of other threads from the barrier on
 * that follows its end. */
struct kp_touched {
    kp_term event;
    bool writes, is_pending;
    uint32_t group; /* is_pending: the group of asynchronous copies */
    uint32_t ended; /* else: the number of barriers before */
};

/* An array, or one stage of it. */
enum { KP_ALL_STAGES = -1 };
struct kp_stage {
    const struct kp_sym *object;
    int64_t stage;
    bool is_shared, is_part;
    const struct kp_sym *inside;       /* a part or a member: of that array; else NULL */
    KP_VEC(struct kp_touched) touched; /* .. that some access may not be ordered behind */
};

struct kp_decision {
    kp_term condition;
    bool holds;
};
KP_VEC_TYPE(kp_decisions, struct kp_decision);

/* Copy loops of the input by the form of their headers, with the trips that each may take. */
struct kp_trips {
    kp_term header;
    int64_t most, staged; /* staged: registers hold so many, and there may be any number */
    bool is_exact;
};
KP_VEC_TYPE(kp_trip_list, struct kp_trips);

/* How the model's loops of the function lie in dynamic shared memory. */
struct kp_staging {
    KP_VEC(int64_t) bytes, stages; /* of one stage, where it is a number; how many */
};

enum kp_jump { KP_STAYS, KP_BREAKS, KP_CONTINUES, KP_RETURNS };

struct kp_answer {
    bool holds, is_second; /* the other one was given before */
};

/* How a condition is decided that nothing is known of: by the next of `answers`. Where these have
 * ended, as preferred, which is added to them: a caller can so go through all. */
struct kp_script {
    KP_VEC(struct kp_answer) answers;
    size_t used;
    bool counts; /* loops go on as `trips` says: an input's */
    unsigned trips, outer_trips;
};

struct kp_run {
    struct kp_unit *u;
    struct kp_arena *arena;
    struct kp_terms *terms;
    const struct kp_trip_list *copy_loops;
    const struct kp_staging *staging;
    const struct kp_node *loop; /* of the input: the K-loops are known by their barriers */
    struct kp_script *script;
    struct kp_decisions known;   /* for the whole run */
    struct kp_decisions assumed; /* in the branch that is being executed */
    struct kp_state state;
    KP_VEC(kp_term) initial; /* slots */
    KP_VEC(const char *) names;
    KP_VEC(const struct kp_type *) types; /* that were converted from */
    KP_VEC(struct kp_sym *) members;      /* of dependent types, by name */
    const struct kp_node *function;
    const struct kp_node *statement;
    KP_VEC(struct kp_stage) buffers;
    size_t *slot_of; /* by symbol, + 1 */
    struct kp_lvalue *bound;
    KP_VEC(kp_term) trace;     /* effects that others see, in order */
    KP_VEC(kp_term) conflicts; /* accesses that no barrier orders */
    KP_VEC(kp_term) loads; /* what is read one by one outside of the block: an address, and where */
    KP_VEC(kp_term) turns; /* the schedule's variables at each head of a loop with barriers */
    uint32_t barriers, groups;
    enum kp_jump jump;
    struct kp_lvalue self; /* what `this` points to */
    kp_term returned;      /* by the function that is executed in place of a call */
    const char *doubt;     /* NULL; else what was taken to do more than it may do */
    bool is_output;
    bool as_written; /* tests of the schedule's own do not hold */
    bool is_forced;  /* what is not known is as preferred */
    unsigned steps, depth, copy_loops_around;
    const char *lost;
};

/* Of all runs of a comparison: expressions that are looked at. */
enum { KP_MOST_STEPS = 8000000 };

/* run.c */
/* False where the run is lost, or has taken too many steps. */
bool kp_step(struct kp_run *r);
/* Until it is taken back, the condition holds or not. */
void kp_assume(struct kp_run *r, kp_term condition, bool holds);
/* The run is followed no further; the first reason counts. */
void kp_lose(struct kp_run *r, const char *why);
/* A mismatch proves nothing, where it is so; the first reason counts. */
void kp_doubt(struct kp_run *r, bool is_so, const char *why);
/* .. as what happens where the assumptions in force hold. */
kp_term kp_under(struct kp_run *r, kp_term event);
/* The operation of a node's kind and operator. */
kp_term kp_form_of(struct kp_run *r, const struct kp_node *n, const char *text,
                   const kp_term *operand, size_t count);
/* NULL: nothing was written there. */
struct kp_entry *kp_entry_at(struct kp_content *c, kp_term path);
struct kp_state kp_state_copy(struct kp_run *r);
/* The values that hold behind a condition, from those in its branches; `yes` is changed. */
void kp_state_join(struct kp_run *r, kp_term condition, struct kp_state *yes, struct kp_state *no);
size_t kp_slot(struct kp_run *r, const struct kp_sym *s);
void kp_set(struct kp_run *r, const struct kp_sym *s, kp_term value);
size_t kp_buffer(struct kp_run *r, const struct kp_sym *object, int64_t stage);
/* .. of a part of another buffer, by the pointer to it. */
size_t kp_part(struct kp_run *r, const struct kp_sym *pointer, size_t of);
/* Something of its own is wrong with the run. */
void kp_conflict(struct kp_run *r, const char *what);
/* The event reads each buffer of which an address is in the term. */
void kp_touch_places(struct kp_run *r, kp_term x, kp_term event);
/* The term in which addresses of buffers are what is there. */
kp_term kp_seen(struct kp_run *r, kp_term x);
kp_term kp_content(struct kp_run *r, size_t buffer);
/* As the assumptions in force say. */
kp_term kp_assumed(struct kp_run *r, kp_term x);
/* Does it follow from what has been decided whether the condition holds? */
bool kp_is_known(struct kp_run *r, kp_term condition, bool *holds);
bool kp_decide(struct kp_run *r, kp_term condition, bool preferred);
/* Is it a name that emission makes? .. of a variable that counts stages or trips? */
bool kp_is_schedule_name(const char *name);
bool kp_is_stage_name(const char *name);

/* schedule.c */
void kp_touch(struct kp_run *r, size_t buffer, kp_term event, bool writes, bool async);
void kp_barrier(struct kp_run *r);
void kp_commit(struct kp_run *r);
void kp_wait(struct kp_run *r, int64_t groups_left, bool ungrouped);

/* stride.c */
/* `p + stage * stride` is p in another stage; NO_TERM: it is something else. */
kp_term kp_shifted(struct kp_run *r, kp_term p, kp_term by);
/* .. as the call of the function that emission makes for it. */
kp_term kp_exec_shift(struct kp_run *r, const struct kp_node *call);

/* place.c */
struct kp_lvalue kp_place_of(struct kp_run *r, const struct kp_node *n);
struct kp_lvalue kp_behind(struct kp_run *r, kp_term address);
kp_term kp_address(struct kp_run *r, struct kp_lvalue at);
kp_term kp_read(struct kp_run *r, struct kp_lvalue at, kp_term width);
void kp_write(struct kp_run *r, struct kp_lvalue at, kp_term value, bool async);
/* Everything in it becomes what `event` made of it. */
void kp_overwrite(struct kp_run *r, struct kp_lvalue at, kp_term event, const char *name);
/* The address of an element, from that of the first. */
kp_term kp_element(struct kp_run *r, kp_term path, kp_term index);
kp_term kp_width_of(struct kp_run *r, const struct kp_node *n);
bool kp_is_array(const struct kp_sym *s);

/* eval.c */
kp_term kp_run_eval(struct kp_run *r, const struct kp_node *n);
/* A number that such a variable gets. */
kp_term kp_as_schedule(struct kp_run *r, const char *name, const struct kp_node *from, kp_term x);
/* The value of an expression in a variable of the type. */
kp_term kp_converted(struct kp_run *r, const struct kp_type *to, const struct kp_node *n,
                     kp_term x);

kp_term kp_size_of(struct kp_run *r, const struct kp_node *n);

/* call.c */
/* What the call runs, where it is in sight; of a closure, the lambda. */
const struct kp_node *kp_body_of(const struct kp_node *call);
void kp_copy(struct kp_run *r, kp_term to, kp_term from, kp_term bytes, kp_term filled, bool async);
void kp_exec_wait(struct kp_run *r, const struct kp_async_rule *rule, const struct kp_node *number);
enum kp_call_kind {
    KP_CALL_OPAQUE,
    KP_CALL_BARRIER,
    KP_CALL_COMMIT,
    KP_CALL_WAIT,
    KP_CALL_COPY, /* at once or not */
    KP_CALL_LOAD,
    KP_CALL_INLINE, /* a closure, or a function with a barrier in it, or that fills shared memory */
    KP_CALL_SHIFT
};
/* The LAMBDA, or what else a variable is made of; NULL: nothing. */
const struct kp_node *kp_closure(const struct kp_node *v);
bool kp_is_pure(struct kp_run *r, const struct kp_node *call);
enum kp_call_kind kp_call_kind(struct kp_run *r, const struct kp_node *call);
kp_term kp_eval_call(struct kp_run *r, const struct kp_node *call);
/* Is there something in it that decisions have to be taken for? */
bool kp_has_control(struct kp_run *r, const struct kp_node *n);
bool kp_has_barrier(struct kp_run *r, const struct kp_node *n);
/* Does it call a part of the schedule? Then it is the loop, whatever barriers it has lost. */
bool kp_runs_schedule(const struct kp_node *n);

/* opaque.c: a piece of code as one operation. */
/* May the function write shared memory, by what it is given or by name? */
bool kp_fills_shared(struct kp_run *r, const struct kp_node *call, const struct kp_node *own);
kp_term kp_shape(struct kp_run *r, const struct kp_node *n, const struct kp_node *root);
kp_term kp_exec_opaque(struct kp_run *r, const struct kp_node *n);

/* declare.c */
void kp_exec_var(struct kp_run *r, const struct kp_node *v);

/* switch.c */
void kp_exec_switch(struct kp_run *r, const struct kp_node *n);

/* exec.c */
void kp_exec(struct kp_run *r, const struct kp_node *n);
/* .. of a condition that is not decided; `no` is NULL where there is nothing else. */
void kp_exec_either(struct kp_run *r, kp_term condition, const struct kp_node *yes,
                    const struct kp_node *no);
const struct kp_node *kp_condition_of(const struct kp_node *loop);

/* copy_loop.c */
void kp_exec_plain_loop(struct kp_run *r, const struct kp_node *n);
/* The form of a piece of code; of a loop's header, without what emission adds. Names are names. */
kp_term kp_form_by_names(struct kp_run *r, const struct kp_node *n);
kp_term kp_header_form(struct kp_run *r, const struct kp_node *loop);

#endif
