/* Launches in sight: their blocks, their text, and whether there may be others. */
#ifndef KP_MODEL_LAUNCHED_H
#define KP_MODEL_LAUNCHED_H

#include "kp.h"

/* The dimensions of a launch's block or grid argument, as it is declared; false: not known. What
 * may change a variable is not looked for but in assignments. */
bool kp_block_dims(const struct kp_node *block, int64_t dims[3]);

/* The one block of all launches in sight, as far as kp_block_dims() knows. Others may launch the
 * kernel with another one: who relies on it tests it. */
bool kp_launched_block(const struct kp_unit *u, const struct kp_sym *kernel, int64_t dims[3]);
/* True if the blocks of the launches in sight are certainly as long, along x, as kp_block_dims()
 * says, in every build. */
bool kp_has_certain_rows(struct kp_unit *u, const struct kp_sym *kernel);

/* True if the function's tree has a node wherever its text names the variable. Host code is not
 * looked through like device code: structured bindings, say, and what a launch's configuration is
 * computed from have none. */
bool kp_shows_all_mentions(struct kp_unit *u, const struct kp_node *function,
                           const struct kp_sym *s);

/* True if a text of the unit names the kernel, or may do so, elsewhere than where it is defined or
 * where the unit's own file launches it. */
bool kp_is_named_beside_launches(const struct kp_unit *u, const struct kp_sym *kernel);
/* True if the kernel may be launched where the launches in sight are not: in another file, by its
 * address, or by a name that is pasted. */
bool kp_has_unseen_launches(const struct kp_unit *u, const struct kp_sym *kernel);

/* True if a cooperative launch in sight may be the kernel's, of which all blocks have to be
 * resident. */
bool kp_may_be_launched_together(struct kp_unit *u, const struct kp_sym *kernel);

/* Where a launch's text stands. Text beside it, or instead of it, is safe where neither brackets
 * nor a macro's argument begin or end in the middle of it. */
enum kp_launch_place {
    KP_PLACE_PLAIN,    /* in no macro's argument, and in no brackets of its own */
    KP_PLACE_BRACKETS, /* in brackets of its own: `(k<<<..>>>(..));`, `CHECK((k<<<..>>>(..)))` */
    KP_PLACE_ARGUMENT  /* in an argument, otherwise */
};
enum kp_launch_place kp_launch_place(const struct kp_unit *u, const struct kp_launch *l);

/* ---- the text of a launch's configuration, `<<<...>>>` ------------------------------------------
 */

enum kp_launch_arg { KP_LAUNCH_GRID, KP_LAUNCH_BLOCK, KP_LAUNCH_SMEM, KP_LAUNCH_STREAM };

struct kp_launch_config {
    unsigned n;            /* arguments, at least two */
    struct kp_span arg[4]; /* by enum kp_launch_arg, without blanks around them */
};

/* Cuts `<<<grid, block, smem, stream>>>` at its commas. False when the arguments cannot be told
 * apart in the text: a macro makes more than one of them, or the brackets; or when the text is more
 * than one launch, because a macro uses its argument twice. */
bool kp_read_launch(const struct kp_unit *u, const struct kp_launch *l,
                    struct kp_launch_config *out);

#endif
