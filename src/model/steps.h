/* The steps of the model, in the order in which kp_pass_model() runs them. */
#ifndef KP_MODEL_STEPS_H
#define KP_MODEL_STEPS_H

#include "model/func.h"

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
const char *kp_why_not_async(struct kp_func *f, const struct kp_loop *l, struct kp_copy *copy);
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
/* Fills trips, trips_text and exact of a copy loop `for (v = start; v < bound; v += by)`. */
void kp_copy_trips(struct kp_func *f, struct kp_copy_loop *cl, const struct kp_node *start,
                   const struct kp_node *bound, const struct kp_node *by, bool inclusive);
/* The same for `for (v = start; v + ahead <= bound; v += by)`, or with <; trips is an upper bound.
 */
void kp_copy_trips_ahead(struct kp_func *f, struct kp_copy_loop *cl, const struct kp_node *start,
                         const struct kp_node *bound, const struct kp_node *by,
                         const struct kp_node *ahead);
KP_VEC_TYPE(kp_spans, struct kp_span);
/* The spans of a function and of its callees, direct and indirect, in file 0. */
void kp_called_texts(struct kp_unit *u, const struct kp_sym *function, struct kp_spans *out);
/* True if the loop's text may be duplicated in its function. */
bool kp_can_stand_twice(const struct kp_unit *u, const struct kp_loop *l);
/* True if a template may have a static variable for a type that the text declares: a second text
 * would have another type, and another variable. */
bool kp_has_static_by_type(const struct kp_unit *u, const struct kp_node *text);

#endif
