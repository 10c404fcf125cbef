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
/* The axes, each as 1 << axis, along which the blocks of all launches in sight have one thread, as
 * far as their text says; 0 where no launch is in sight. Who relies on it tests it. */
unsigned kp_launched_flat(const struct kp_unit *u, const struct kp_sym *kernel);
/* True if the blocks of the launches in sight are certainly as long, along x, as kp_block_dims()
 * says, in every build. */
bool kp_has_certain_rows(struct kp_unit *u, const struct kp_sym *kernel);

/* True if the function's tree has a node wherever its text names the variable. Host code is not
 * looked through like device code: structured bindings, say, and what a launch's configuration is
 * computed from have none. */
bool kp_shows_all_mentions(struct kp_unit *u, const struct kp_node *function,
                           const struct kp_sym *s);

/* How often the function's text names something, comments included; 0: that is not known, as it
 * stands in another file, or a macro may say the name. */
unsigned kp_names_in(struct kp_unit *u, const struct kp_node *function, const char *name);
/* True if all of the function's text is in its tree. What does not parse is not, nor what other
 * builds compile. */
bool kp_is_whole_function(const struct kp_unit *u, const struct kp_node *function);
/* True if the node is in the tree of `n`; kp_is_inside() does not find a launch's arguments. */
bool kp_is_below(const struct kp_node *n, const struct kp_node *node);
/* True if the value is taken, and by nobody the place, of the number that the expression is. */
bool kp_is_taken_as_number(const struct kp_node *n);

/* launch_bytes.c: the bytes of dynamic shared memory that a launch which has such an argument
 * requests: made of constants, and of numbers of the function that launches, which it certainly has
 * there. */
bool kp_launch_bytes(const struct kp_unit *u, const struct kp_launch *l, int64_t *out);

/* True if a text of the unit names the kernel, or may do so, elsewhere than where it is defined or
 * where the unit's own file launches it. */
bool kp_is_named_beside_launches(const struct kp_unit *u, const struct kp_sym *kernel);
/* True if the kernel may be launched where the launches in sight are not: in another file, by its
 * address, or by a name that is pasted. */
bool kp_has_unseen_launches(const struct kp_unit *u, const struct kp_sym *kernel);
/* True if the unit's own file names the kernel where it is defined and launched alone, and no other
 * can: it is internal, or a template that no text instantiates by name. Nobody but these launches
 * asks for its dynamic memory, or allows it more than 48 KB. */
bool kp_shows_all_launches(struct kp_unit *u, const struct kp_sym *kernel);

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
