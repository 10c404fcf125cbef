/* The parts of a loop and the model's own steps, in the order in which kp_pass_model runs them. */
#ifndef KP_MODEL_LOOPS_H
#define KP_MODEL_LOOPS_H

#include "front/front.h"
#include "front/tree.h"
#include "model/access.h"
#include "model/func.h"
#include "model/refuse.h"

bool kp_is_loop(const struct kp_node *n);
/* The loop's statement that is the node, or has it; NULL: none. */
const struct kp_stmt *kp_stmt_at(const struct kp_loop *l, const struct kp_node *n);
const struct kp_stmt *kp_stmt_around(const struct kp_loop *l, const struct kp_node *n);
/* Is it where any statement could: not in a header, nor in an expression? */
bool kp_is_statement(const struct kp_node *n);
/* do { .. } while (0), as macros are written, and nothing leaves it. */
bool kp_runs_once(const struct kp_node *n);
/* The only statement of such loops, in one another; what is none is itself. */
const struct kp_node *kp_done_once(const struct kp_node *n);
const struct kp_node *kp_loop_body(const struct kp_node *loop);
const struct kp_node *kp_loop_init(const struct kp_node *loop);      /* NULL when absent */
const struct kp_node *kp_loop_condition(const struct kp_node *loop); /* NULL when absent */
const struct kp_node *kp_loop_step(const struct kp_node *loop);      /* NULL when absent */
/* A full, plain block barrier; any block barrier at all. */
bool kp_is_full_barrier(struct kp_unit *u, const struct kp_node *n);
bool kp_is_any_barrier(struct kp_unit *u, const struct kp_node *n);
/* Does nothing happen when the call's object and arguments are evaluated? */
bool kp_is_nothing_else(const struct kp_node *call);

/* Did an earlier run make this loop? */
bool kp_is_made_by_kpipe(const struct kp_unit *u, const struct kp_sym *function,
                         const struct kp_node *loop);
/* The namespace of clones (twins.h). */
#define KP_TWINS "kp_pipelined"
#define KP_ROOM "kp_has_room" /* its function that asks whether a clone can be launched */
/* Is the function a clone that this run has made? */
bool kp_is_twin(const struct kp_unit *u, const struct kp_sym *function);
/* Is the marker of a kernel that has a clone above the function? */
bool kp_has_twin(const struct kp_unit *u, const struct kp_sym *function);
/* reused.c: makes integer variables of a function that inner blocks set before they use them
 * variables of these blocks, in the tree. Before anything else is asked of it. */
void kp_declare_reused(struct kp_unit *u);
/* Fills u->loops: every loop with a barrier at its body's own level, cut into runs. */
void kp_find_loops(struct kp_unit *u);
/* Header state, trip count. */
void kp_model_header(struct kp_func *f, struct kp_loop *l);
/* Tiles, load slice, compute, carried values; what cannot be sliced is refused with its reason. */
void kp_model_slice(struct kp_func *f, struct kp_loop *l);
/* Copies, sites and copy loops of the slice. */
void kp_model_copies(struct kp_func *f, struct kp_loop *l);
/* not_async.c: why the copy cannot be an asynchronous one; NULL: it can. */
const char *kp_why_not_async(struct kp_func *f, const struct kp_loop *l,
                             const struct kp_copy *copy);
/* A macro's do { .. } while (0) around asynchronous copies, of which nothing ever moves alone? */
bool kp_is_whole_copy(const struct kp_loop *l, const struct kp_node *n);
/* Conditions around reads whose other side is a constant (the sites' `filled`). */
void kp_model_fill(struct kp_func *f, struct kp_loop *l);
/* The name in messages of a shared array that the loop fills: the names of the pointers that are
 * carved from it when there are several, its own else. only: by statement, whose stores count;
 * NULL: all.
 */
void kp_add_names(struct kp_unit *u, const struct kp_loop *l, const struct kp_sym *sym,
                  const bool *only, struct kp_tile_names *names);
/* Where the tiles live, their aliases and uses outside, coverage, barriers around the loop. */
void kp_model_tiles(struct kp_func *f, struct kp_loop *l);
/* Marks the copies that are not certainly the only store to their element as not fit for cp.async;
 * before coverage, which drops guards. */
void kp_model_distinct(struct kp_func *f, struct kp_loop *l);
void kp_model_coverage(struct kp_func *f, struct kp_loop *l);
void kp_model_barriers(struct kp_func *f, struct kp_loop *l);

/* `step` is `sym += by`, `sym -= by`, ++ or -- (by NULL: one); *sign is 1 or -1. */
bool kp_step_of(const struct kp_node *step, const struct kp_sym **sym, const struct kp_node **by,
                int *sign);
/* How often a for loop runs when its header is constant, -1 otherwise. */
int64_t kp_constant_trips(const struct kp_node *loop, const struct kp_launch *bindings);
/* May the declaration (a typedef, a using, a class) give a meaning to a name in the type's text? */
bool kp_may_declare(struct kp_unit *u, const struct kp_node *declaration, const char *type);
/* Fills trips, trips_text and exact of a copy loop `for (v = start; v < bound; v += by)`. */
void kp_copy_trips(struct kp_func *f, struct kp_copy_loop *cl, const struct kp_node *start,
                   const struct kp_node *bound, const struct kp_node *by, bool inclusive);

/* The same of `for (v = start; v + ahead <= bound; v += by)` (or with <): at most so many trips. */
void kp_copy_trips_ahead(struct kp_func *f, struct kp_copy_loop *cl, const struct kp_node *start,
                         const struct kp_node *bound, const struct kp_node *by,
                         const struct kp_node *ahead);

/* Certainly >= 0 in a variable of type `as` (NULL: as it is), as long as no signed arithmetic
 * overflows: made of thread and block indices, sizes, constants and `given`, a copy loop's counter
 * (which may be NULL). */
bool kp_is_non_negative(struct kp_func *f, const struct kp_node *e, const struct kp_type *as,
                        const struct kp_sym *given);
/* The same, and the largest value that it may have; block numbers count as 1. */
bool kp_natural_most(struct kp_func *f, const struct kp_node *e, const struct kp_type *as,
                     uint64_t *most);
/* Does an integer type have the value? True for types that are not known. */
bool kp_type_holds(const struct kp_type *t, int64_t v);

/* a - b when that is a constant for all values of the variables in them. */
bool kp_affine_difference(const struct kp_node *a, const struct kp_node *b, int64_t *out);

/* Is a - b the same for all threads of a block, a as the loop's condition has it and b as it had
 * been in front of the loop? */
bool kp_affine_uniform(struct kp_func *f, const struct kp_loop *l, const struct kp_node *a,
                       const struct kp_node *b);

/* Is the variable given its value by its initialiser alone? */
bool kp_single_definition(struct kp_func *f, const struct kp_sym *sym);
KP_VEC_TYPE(kp_spans, struct kp_span);
/* The texts of a function and of all that it calls, as far as they are in the main file. */
void kp_called_texts(struct kp_unit *u, const struct kp_sym *function, struct kp_spans *out);
/* Does any part of `n` name the symbol, and how often? */
unsigned kp_count_refs(const struct kp_node *n, const struct kp_sym *sym);
/* Does the expression use a local that the loop writes? */
bool kp_uses_loop_data(const struct kp_loop *l, const struct kp_node *e);
/* How the type can be written in front of `at`, a part of a function or the function, and behind
 * it, by a name that means that type there: as it is spelled, else by its full name; NULL: there is
 * none. */
const char *kp_said_type(struct kp_unit *u, const struct kp_node *at, const struct kp_type *t);
/* .. that of a local variable or parameter: its own declaration may say it. */
const char *kp_declared_type(struct kp_unit *u, const struct kp_sym *s);
/* .. in front of the loop, without const and volatile. */
const char *kp_type_in_front(struct kp_unit *u, const struct kp_node *at, const struct kp_type *t);
/* The name that C++ itself, or CUDA's headers, have for a type of that size and kind; NULL: none.
 */
const char *kp_builtin_name(const struct kp_type *t);
/* Has the function or the file something else of that name, behind which CUDA's own may not be
 * seen?
 */
bool kp_is_hidden(const struct kp_unit *u, const struct kp_node *function, const char *name);
/* The same for one of CUDA's functions, of which the program's text has nothing but calls where it
 * is not hidden: a type, an enumerator or a member of the name has no symbol. */
bool kp_is_hidden_function(const struct kp_unit *u, const struct kp_node *function,
                           const char *name);
/* Is there a word that CUDA's header for cp.async uses, and that a macro must not have? */
bool kp_has_pipeline_word(const char *s, struct kp_span in);

/* Can the loop's text stand twice in its function? */
bool kp_can_stand_twice(const struct kp_loop *l);

/* A barrier is before the prologue: the loop's own first one, or one without which a ring's
 * prologue would read, for later iterations, what the block has stored but not yet published. */
bool kp_has_leading_barrier(const struct kp_loop *l);

/* The outermost loop around `n`, or `n`; all of `body` where a goto may make it a loop. */
const struct kp_node *kp_outermost_loop(const struct kp_node *n, const struct kp_node *body);

/* Is a local read anywhere outside the loop from where the loop's value could be seen? */
bool kp_read_outside(struct kp_func *f, const struct kp_loop *l, const struct kp_sym *sym);

/* Is a break, continue, return, goto or label in it? */
bool kp_leaves(const struct kp_node *n);
/* May it assign the variable: an assignment, a step, its address, a call or asm that names it? */
bool kp_assigns(const struct kp_node *n, const struct kp_sym *sym);
/* Does an assignment of one lvalue to the other keep all bits as they are? */
bool kp_same_bits(const struct kp_node *dest, const struct kp_node *source);
/* Does evaluating the expression assign something, calls aside? */
bool kp_writes_by_itself(const struct kp_node *n);
/* Is a symbol declared inside this node? */
bool kp_declared_in(const struct kp_sym *s, const struct kp_node *n);
/* Structural equality of two expressions: same operators, same symbols, same constants. */
bool kp_same_expr(const struct kp_node *a, const struct kp_node *b);
/* The same for the two nodes alone, whatever their children are. */
bool kp_same_node(const struct kp_node *a, const struct kp_node *b);
/* Source text of a node, arena-owned. */
const char *kp_node_text(struct kp_unit *u, const struct kp_node *n);
/* The span of what the user put in parentheses is without them. Does the text need them again as an
 * operand of = or ?:, or as an argument? */
bool kp_binds_loosely(const struct kp_node *e);
/* As an operand of <? */
bool kp_binds_below_less(const struct kp_node *e);

#endif
