/* Other texts of a file, on which the passes run again. Each kp_try_..() makes one text and, if the
 * result is better, makes its output that of the unit. They run after the legal pass, in the order
 * in choose.c, and never on a text of their own kind (the unit's flags). They return true if the
 * output was taken; the loops are then reported at their places in the input (kp_unit_adopt()).
 * False: nothing has changed. */
#ifndef KP_TEXTS_H
#define KP_TEXTS_H

#include "emit/text.h"
#include "kp.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "model/names.h"
#include "pipeline.h"

/* farther.c: true if one of the loop's refusals has the code. */
bool kp_is_refused_for(const struct kp_loop *l, enum kp_code code);

/* choose.c: runs the functions below until one helps. *failed is set when the unit's error is set.
 */
bool kp_take_other_text(struct kp_unit *u, bool *failed);

/* branches.c: conditional compilation inside a kernel. For each function with a loop that KP602
 * refuses and with few enough #if groups, all passes run on the program of every choice of
 * branches. If each result equals the output for the file with the same branches taken, the rewrite
 * is correct for every choice, and the function's offset is added to u->branches_seen. It is also
 * added when the loop is refused for another reason. True if one was added; the model must then be
 * built again. */
bool kp_see_branches(struct kp_unit *u);

/* joined.c: after all passes, for the functions that KP602 still refuses: what comes out for each
 * choice of branches is put together under the directives of their groups. */
void kp_join_branches(struct kp_unit *u);

/* clones.c: for a kernel whose blocks are to be merged and whose launches are visible: makes a
 * clone with merged blocks, which launches with enough blocks use. */
bool kp_try_choosing(struct kp_unit *u);

/* merged.c: blocks of kernels merged (merge/). */
bool kp_try_merged(struct kp_unit *u);

/* laid_out.c: other rows of shared arrays (layout/), if they have no other cost. */
bool kp_try_laid_out(struct kp_unit *u);
/* clones.c: clones with other rows, for kernels of which only launches that the file does not show
 * stand in the way. */
bool kp_try_laying(struct kp_unit *u);

/* clones.c: clones for tiles in dynamic shared memory. Such a kernel can have several stages only
 * if every launch requests that much memory. When not all launches can be edited, or a size is
 * known only at run time, the kernel stays as it is and gets a clone after it, in a separate
 * namespace with internal linkage. Only the edited launches of this file use the clone. */
bool kp_try_clones(struct kp_unit *u);
/* After all passes: a kernel whose static tiles have no room for the requested stages gets a clone
 * in which they are dynamic shared memory. Every launch first asks the CUDA runtime, and uses the
 * original kernel if the GPU has too little shared memory. */
bool kp_try_moving(struct kp_unit *u);

/* inlined.c: replaces calls of copy helpers by their bodies, for loops that cannot be pipelined
 * only because of such calls. */
bool kp_try_inlined(struct kp_unit *u);

/* accessed.c: the kernel's own array for the address of dynamic shared memory that a function
 * returns. */
bool kp_try_accessed(struct kp_unit *u);

enum kp_wording_kind {
    KP_WORDS_EXPANDED,
    KP_WORDS_RESPELLED,
    KP_WORDS_NEARER,
    KP_WORDS_APART,
    KP_WORDS_DIRECT,
    KP_WORDING_COUNT
};

/* wording.c: a text with other words for some loops, each judged by itself. */
struct kp_wording {
    enum kp_wording_kind kind;
    /* Whether loop i of the unit may need other words. */
    bool (*is_wanted)(struct kp_unit *u, size_t i);
    /* The passes, up to one, on the text with these loops in other words. It clears `wanted` for
     * loops that have none; NULL: none has, or the passes fail. */
    struct kp_unit *(*make)(struct kp_unit *u, bool *wanted, void *data, enum kp_pass last);
    /* Of loop i of such a text: after the legal pass, whether they may help; and after all passes,
     * whether they do. */
    bool (*may_help)(struct kp_unit *v, size_t i, void *data);
    bool (*helps)(struct kp_unit *v, size_t i, void *data);
    void *data;
};
/* Takes the output of the text with other words for those loops that they help, if there are any.
 * What is tried in vain is not tried again on texts of as many loops that are made of this one. */
bool kp_try_wording(struct kp_unit *u, const struct kp_wording *w);

/* expanded.c: what macros stand for that are statements of a kernel, for loops that KP601 refuses.
 */
bool kp_try_expanded(struct kp_unit *u);

/* respelled.c: blanks for backslashes that join lines of code, in loops that KP608 refuses, and
 * semicolons for commas between the halves of statements, in loops that KP305 refuses. */
bool kp_try_respelled(struct kp_unit *u);

/* counted.c: true for a `for` loop whose header counts a variable, reads others and has no other
 * effect. */
bool kp_counts_by_itself(struct kp_func *f, const struct kp_node *loop, struct kp_counted *count);

/* distributed.c: adds to `p` what makes two loops of each loop in the body of `l` that fills a tile
 * and, by statements of their own, does something that does not depend on it. */
void kp_distribute_loops(struct kp_unit *u, const struct kp_loop *l, struct kp_patches *p);

/* direct.c: copies by way of a variable, or over a zero, as single assignments, where they then are
 * asynchronous. */
bool kp_try_direct(struct kp_unit *u);

/* apart.c: members of an object in shared memory as variables of their own, for loops that then
 * have several buffers, or vectors. */
bool kp_try_apart(struct kp_unit *u);

/* nearer.c: shared arrays of file scope in the kernel that alone names them, references and
 * closures in the loop's body that alone names them, for loops with one buffer because of these. */
bool kp_try_nearer(struct kp_unit *u);
/* True for `[&](..) { .. }`, which keeps nothing. */
bool kp_captures_by_reference(const struct kp_unit *u, const struct kp_node *n);

/* pointed.c: adds to `p` what makes pointers of references to objects that begin in a tile of the
 * loop. */
void kp_point_to_objects(struct kp_unit *u, const struct kp_loop *l, struct kp_patches *p);

struct kp_syms;
/* placed.c: adds to `p` what puts elements of shared memory in the place of calls that return
 * references to them, in a loop that stores by such calls; false: nothing. `done` has the local
 * objects that have been looked at: all of their calls have been replaced, or none.
 * `of_instances` gets the names of templates for whose visible instances alone that is. */
bool kp_place_elements(struct kp_unit *u, const struct kp_loop *l, struct kp_syms *done,
                       struct kp_patches *p, struct kp_texts *of_instances);

/* True if the loop, or a closure of its function, stores to shared memory by such calls. */
bool kp_stores_by_calls(struct kp_unit *u, const struct kp_loop *l);

/* settled.c: adds to `p` what gives closures of the function types in the place of those
 * that their calls deduce; false: nothing. */
bool kp_settle_closures(struct kp_unit *u, const struct kp_sym *function, struct kp_patches *p);

/* opened.c: adds to `p` what puts the values of closures that the loop's body declares in the place
 * of their calls, and takes their declarations away; false: nothing. */
bool kp_open_closures(struct kp_unit *u, const struct kp_loop *l, struct kp_patches *p);

/* headed.c: adds to `p` what gives the loop the header that stands in its body; false: nothing. */
bool kp_head_loop(struct kp_unit *u, const struct kp_loop *l, struct kp_patches *p);
/* The same for `while` loops in its body that fill a tile, with the start in front of them. */
bool kp_head_fills(struct kp_unit *u, const struct kp_loop *l, struct kp_patches *p);

/* continued.c: adds to `p` what makes an else of what stands behind a `continue` in loops of the
 * body that fill a tile; false: nothing. */
bool kp_join_early(struct kp_unit *u, const struct kp_loop *l, struct kp_patches *p);

/* awaited.c: adds to `p` what makes all iterations wait at the end of the body, as all but the last
 * do; false: nothing. */
bool kp_wait_always(struct kp_unit *u, const struct kp_loop *l, struct kp_patches *p);

/* skipped.c: adds to `p` what makes the header of the loop pass over iterations that do nothing;
 * false: nothing. */
bool kp_skip_iterations(struct kp_unit *u, const struct kp_loop *l, struct kp_names *names,
                        struct kp_patches *p);

/* unstaged.c: loops that keep the next tile in registers, as if they did not, where asynchronous
 * copies then do instead. */
bool kp_try_unstaged(struct kp_unit *u);

/* widened.c: wider copies (widen/). A loop that cannot be pipelined with them keeps its own copies.
 */
bool kp_try_widened(struct kp_unit *u);

/* batched.c: inner loops of compute that load several iterations ahead, where that was asked for.
 */
bool kp_try_batched(struct kp_unit *u);

/* read_back.c: checks the output by parsing it like the input. A function with a rewritten loop
 * must have no parse error, every name in it must have the same meaning as in the input (except
 * kpipe's own names, and CUDA's names that only the output uses), and it must compute the same
 * (validate/). Loops that fail are refused with KP612, those that validation cannot follow with
 * KP613, and all passes run again without them. Returns the resulting unit, which may be a new one
 * in the same arena. */
struct kp_unit *kp_read_back(struct kp_unit *u);

#endif
