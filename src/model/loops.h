/* The parts of a loop, and the steps of the model in the order in which kp_pass_model() runs them.
 */
#ifndef KP_MODEL_LOOPS_H
#define KP_MODEL_LOOPS_H

#include "front/front.h"
#include "front/tree.h"
#include "model/access.h"
#include "model/func.h"
#include "model/of_loop.h"
#include "model/written.h"
#include "model/refuse.h"

bool kp_is_loop(const struct kp_node *n);
/* True if the loop may run more than once in a launch, in a loop around it or by another call of
 * what it is in. */
bool kp_may_run_again(const struct kp_loop *l);
/* True for assembly that is not volatile and for a read that CUDA's headers make of such. */
bool kp_is_movable_read(const struct kp_unit *u, const struct kp_node *n);
/* True if it is the first loop of its function. */
bool kp_is_first_loop(const struct kp_unit *u, size_t i);
/* The loop with the user's own copies, where these became wider. */
const struct kp_loop *kp_loop_as_written(const struct kp_loop *l);
/* A loop of the kernel that may be rewritten, and has tiles, as it is written. */
const struct kp_loop *kp_legal_loop(const struct kp_unit *u, const struct kp_sym *function);
/* The loop's statement that is the node, or contains it; NULL: none. */
const struct kp_stmt *kp_stmt_at(const struct kp_loop *l, const struct kp_node *n);
const struct kp_stmt *kp_stmt_around(const struct kp_loop *l, const struct kp_node *n);
/* True if the node is at a place for statements, not in a header or an expression. */
bool kp_is_statement(const struct kp_node *n);
/* True for do { .. } while (0), as macros use it, without a jump out of it. */
bool kp_runs_once(const struct kp_node *n);
/* The only statement inside such loops, perhaps nested; any other node is returned itself. */
const struct kp_node *kp_done_once(const struct kp_node *n);
const struct kp_node *kp_loop_body(const struct kp_node *loop);
const struct kp_node *kp_loop_init(const struct kp_node *loop);      /* NULL when absent */
const struct kp_node *kp_loop_condition(const struct kp_node *loop); /* NULL when absent */
const struct kp_node *kp_loop_step(const struct kp_node *loop);      /* NULL when absent */
/* True for a full, plain block barrier, or for any block barrier. */
bool kp_is_full_barrier(struct kp_unit *u, const struct kp_node *n);
/* The same, made by assembly: threads may wait for each other at different places. */
bool kp_is_barrier_in_assembly(struct kp_unit *u, const struct kp_node *n);
bool kp_is_any_barrier(struct kp_unit *u, const struct kp_node *n);
/* True for a barrier of a warp in which all of its lanes take part. */
bool kp_is_warp_barrier(struct kp_unit *u, const struct kp_node *n);
/* True if evaluating the call's object and arguments has no effects. */
bool kp_is_nothing_else(const struct kp_node *call);

/* True if an earlier run of kpipe made this loop. */
bool kp_is_made_by_kpipe(const struct kp_unit *u, const struct kp_sym *function,
                         const struct kp_node *loop);
/* The namespace of the clones of kernels (texts/clones.h). */
#define KP_CLONES "kp_pipelined"
/* The assembly by which an output asks for the bytes of dynamic shared memory. */
#define KP_ASKS_DYNAMIC_BYTES "mov.u32 %0, %%dynamic_smem_size;"
#define KP_ROOM "kp_has_room" /* its function that tests whether a clone can be launched */
/* Where the namespace of the clones stands in a qualified name, if a clone or kpipe's own name
 * follows; NULL: nothing of kpipe's does. */
const char *kp_clones_in(const struct kp_unit *u, const char *qualified);
/* True if the function is a clone that this run has made. */
bool kp_is_clone(const struct kp_unit *u, const struct kp_sym *function);
/* True if kpipe's comment above the function says that it has a clone. */
bool kp_has_clone(const struct kp_unit *u, const struct kp_sym *function);
/* reused.c: changes the tree so that an integer variable of a function that inner blocks only use
 * after setting it becomes a variable of each block. Must run before other queries of the tree.
 * is_output: closures named kp_.. are phases, which nobody else calls. */
void kp_declare_reused(struct kp_unit *u, bool is_output);
/* Fills u->loops with every loop that has a barrier at the top level of its body, and divides the
 * bodies into runs. */
void kp_find_loops(struct kp_unit *u);
/* Determines header state and trip count. */
void kp_model_header(struct kp_func *f, struct kp_loop *l);
/* Determines tiles, load slice, compute and carried values; refuses the loop when it cannot be
 * sliced. */
void kp_model_slice(struct kp_func *f, struct kp_loop *l);
/* Determines the copies, sites and copy loops of the slice. */
void kp_model_copies(struct kp_func *f, struct kp_loop *l);
/* not_async.c: why the copy cannot be asynchronous; NULL: it can. */
const char *kp_why_not_async(struct kp_func *f, const struct kp_loop *l,
                             const struct kp_copy *copy);
/* True for a macro's do { .. } while (0) around asynchronous copies, whose parts are never moved
 * separately. */
bool kp_is_whole_copy(const struct kp_loop *l, const struct kp_node *n);
/* Finds conditions around reads whose other branch is a constant (`filled` of the sites). */
void kp_model_fill(struct kp_func *f, struct kp_loop *l);
/* Adds the names, for messages, of a shared array that the loop fills: those of the pointers into
 * it when there are several, else its own. `only`: by statement, whether its stores count; NULL:
 * all do. */
void kp_add_names(struct kp_unit *u, const struct kp_loop *l, const struct kp_sym *sym,
                  const bool *only, struct kp_tile_names *names);
/* Determines the tiles' storage, aliases, uses outside the loop and coverage, and the barriers
 * around the loop. */
void kp_model_tiles(struct kp_func *f, struct kp_loop *l);
/* Marks copies that may not be the only store to their element as not_async. Runs before coverage,
 * which drops guards. */
void kp_model_distinct(struct kp_func *f, struct kp_loop *l);
void kp_model_coverage(struct kp_func *f, struct kp_loop *l);
void kp_model_barriers(struct kp_func *f, struct kp_loop *l);

/* True if `step` is `sym += by`, `sym -= by`, ++ or -- (*by NULL: one); *sign is 1 or -1. */
bool kp_step_of(const struct kp_node *step, const struct kp_sym **sym, const struct kp_node **by,
                int *sign);
/* `for (v = from; ..; v += by)`: how a header moves its counter. */
struct kp_counted {
    const struct kp_sym *v;
    const struct kp_node *from; /* NULL: the header does not set it */
    const struct kp_node *by;   /* NULL: one */
    int sign;
};
/* False when the loop has no such step. The body may write the counter as well. */
bool kp_counts(const struct kp_node *loop, struct kp_counted *out);
/* The value to which the loop's header sets the variable; NULL: to none. */
const struct kp_node *kp_start_of(const struct kp_node *loop, const struct kp_sym *v);
/* The number of iterations of a for loop with a constant header, else -1. */
int64_t kp_constant_trips(const struct kp_node *loop, const struct kp_launch *bindings);
/* True if the declaration (a typedef, a using, a class) may declare a name in the text of the type.
 */
bool kp_may_declare(struct kp_unit *u, const struct kp_node *declaration, const char *type);
/* Fills trips, trips_text and exact of a copy loop `for (v = start; v < bound; v += by)`. */
void kp_copy_trips(struct kp_func *f, struct kp_copy_loop *cl, const struct kp_node *start,
                   const struct kp_node *bound, const struct kp_node *by, bool inclusive);

/* The same for `for (v = start; v + ahead <= bound; v += by)`, or with <; trips is an upper bound.
 */
void kp_copy_trips_ahead(struct kp_func *f, struct kp_copy_loop *cl, const struct kp_node *start,
                         const struct kp_node *bound, const struct kp_node *by,
                         const struct kp_node *ahead);

/* True if `e`, converted to type `as` (NULL: not converted), is certainly not negative unless
 * signed arithmetic overflows: it is made of thread and block indices, sizes, constants and
 * `given`, the counter of a copy loop (may be NULL). */
bool kp_is_non_negative(struct kp_func *f, const struct kp_node *e, const struct kp_type *as,
                        const struct kp_sym *given);
/* The same for whatever grid, whose size is not assumed to keep values made of block indices in
 * their types. */
bool kp_is_natural(struct kp_func *f, const struct kp_node *e);
/* True for such an expression, with the largest possible value; block indices count as 1. */
bool kp_natural_most(struct kp_func *f, const struct kp_node *e, const struct kp_type *as,
                     uint64_t *most);

/* a - b if that is constant for all values of the variables in both. */
bool kp_affine_difference(const struct kp_node *a, const struct kp_node *b, int64_t *out);

/* True if a - b is the same for all threads of a block; a is evaluated in the loop's condition, b
 * before the loop. */
bool kp_affine_uniform(struct kp_func *f, const struct kp_loop *l, const struct kp_node *a,
                       const struct kp_node *b);

KP_VEC_TYPE(kp_spans, struct kp_span);
/* The spans of a function and of its callees, direct and indirect, in file 0. */
void kp_called_texts(struct kp_unit *u, const struct kp_sym *function, struct kp_spans *out);
/* How often `n` names the symbol. */
unsigned kp_count_refs(const struct kp_node *n, const struct kp_sym *sym);
/* True if the expression uses a local that the loop writes. */
bool kp_uses_loop_data(const struct kp_loop *l, const struct kp_node *e);
/* The text of a type for use before and after `at`, a part of a function or the function: as
 * spelled if that names the type there, else its full name; NULL when neither does. */
const char *kp_said_type(struct kp_unit *u, const struct kp_node *at, const struct kp_type *t);
/* The text of the type of a local variable or parameter, at its declaration. */
const char *kp_declared_type(struct kp_unit *u, const struct kp_sym *s);
/* The text of a type for use before `at`, without const and volatile. */
const char *kp_type_in_front(struct kp_unit *u, const struct kp_node *at, const struct kp_type *t);
/* The name in C++ or CUDA's headers of a type of that size and kind; NULL: none. */
const char *kp_builtin_name(const struct kp_type *t);
/* True if the function or the file may declare something of that name, which hides CUDA's. */
bool kp_is_hidden(const struct kp_unit *u, const struct kp_node *function, const char *name);
/* The same for a function of CUDA. It also counts as hidden when the program's text uses the name
 * for anything but calls, because types, enumerators and members of that name may have no symbol.
 * `name` is a literal: what was found is remembered by its address. */
bool kp_is_hidden_function(struct kp_unit *u, const struct kp_node *function, const char *name);
/* True if the span has a word that CUDA's header for cp.async uses and that must not be a macro. */
bool kp_has_pipeline_word(const char *s, struct kp_span in);

/* True if the loop's text may be duplicated in its function. */
bool kp_can_stand_twice(const struct kp_loop *l);

/* True if a barrier precedes the prologue: the loop's own first one, or one that a ring needs
 * because its prologue reads, for later iterations, what other threads of the block stored before
 * the loop. */
bool kp_has_leading_barrier(const struct kp_loop *l);

/* The outermost loop around `n`, or `n` itself; `body` when a goto may form a loop. */
const struct kp_node *kp_outermost_loop(const struct kp_node *n, const struct kp_node *body);

/* True if a local is read outside the loop where its value may come from the loop. */
bool kp_read_outside(struct kp_func *f, const struct kp_loop *l, const struct kp_sym *sym);

/* True if it contains a break, continue, return, goto or label. */
bool kp_leaves(const struct kp_node *n);
/* True if assigning one lvalue to the other copies all bits unchanged. */
bool kp_same_bits(const struct kp_node *dest, const struct kp_node *source);
/* True if evaluating the expression assigns something; calls do not count. */
bool kp_writes_by_itself(const struct kp_node *n);
/* True if the symbol is declared inside the node. */
bool kp_declared_in(const struct kp_sym *s, const struct kp_node *n);
/* Structural equality of two expressions: same operators, same symbols, same constants. */
bool kp_same_expr(const struct kp_node *a, const struct kp_node *b);
/* The same for the two nodes only, without their children. */
bool kp_same_node(const struct kp_node *a, const struct kp_node *b);
/* Source text of a node, arena-owned. */
const char *kp_node_text(struct kp_unit *u, const struct kp_node *n);
/* True if the text of the expression, whose span excludes the user's parentheses, needs parentheses
 * as an operand of = or ?: or as an argument. */
bool kp_binds_loosely(const struct kp_node *e);
/* The same for an operand of <. */
bool kp_binds_below_less(const struct kp_node *e);

#endif
