/* Other texts of a file, over which the passes run again: each kp_try_.. makes one, and takes its
 * output for the unit's own where it is better. They run after the legal pass, in the order in
 * which choose.c names them; none runs over a text of its own kind (the unit's flags say of which
 * kind it is). True: the output is there, and the loops are reported at their places in the input
 * (kp_unit_adopt). False: nothing has changed. */
#ifndef KP_TEXTS_H
#define KP_TEXTS_H

#include "kp.h"

/* choose.c: the first of those below that helps. *failed is set where the unit cannot be judged any
 * more; its error says why. */
bool kp_take_other_text(struct kp_unit *u, bool *failed);

/* branches.c: conditional compilation inside a kernel: is the rewrite right whichever branches a
 * build takes? For each function with a loop that KP602 refuses, and few enough #if groups: every
 * choice of branches is a program of its own, which goes through all passes. When each comes out as
 * the same choice taken in the output for the file as it is, the function's offset is added to
 * u->branches_seen. So it is where the file as it is has another reason to be refused. True when
 * one was added, and the model is to be made again. */
bool kp_see_branches(struct kp_unit *u);

/* twins.c: where this file shows launches of a kernel whose blocks are to be merged, a clone of it
 * has them merged, and the launches with blocks enough go there. */
bool kp_try_choosing(struct kp_unit *u);

/* merged.c: blocks of kernels merged (merge/). */
bool kp_try_merged(struct kp_unit *u);

/* laid_out.c: longer rows of shared arrays (layout/), where these cost nothing else. */
bool kp_try_laid_out(struct kp_unit *u);

/* twins.c: kernels whose tiles are dynamic shared memory can have several stages only where every
 * launch asks for that much. When not all of them can be edited, or a size is known at run time
 * only, the kernel stays as it is, for whoever launches it, and a clone of it is behind it in a
 * namespace of its own, with internal linkage: only the launches of this file that were changed
 * come there. */
bool kp_try_twins(struct kp_unit *u);
/* When all passes have run: a kernel whose static tiles have no room for the stages that were asked
 * for gets a clone in which they are dynamic shared memory. Every launch that goes there asks the
 * runtime first, and takes the kernel where the GPU has no room. */
bool kp_try_moving(struct kp_unit *u);

/* inlined.c: copy helpers' bodies in the place of their calls, for loops that only such a helper
 * kept from being pipelined. */
bool kp_try_inlined(struct kp_unit *u);

/* widened.c: wider copies (widen/). A loop that cannot be pipelined with them keeps its own. */
bool kp_try_widened(struct kp_unit *u);

/* read_back.c: the self-check by meaning. The output is parsed as the input was: a function whose
 * loop was rewritten may have no error, and each name in it has to mean what it means in the input
 * (kpipe's own names apart, and what emission names of CUDA's where the input does not have the
 * name), and it has to compute what it did (validate/). Loops of which that is not true are refused
 * [KP612], and the file is made once more without them: another unit of the same arena. */
struct kp_unit *kp_read_back(struct kp_unit *u);

#endif
