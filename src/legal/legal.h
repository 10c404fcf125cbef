/* The legality table: one row per rule, judged in order. A predicate looks at one loop of the model
 * and refuses it (kp_refuse) with its own code, or does nothing. */
#ifndef KP_LEGAL_LEGAL_H
#define KP_LEGAL_LEGAL_H

#include "facts/reach.h"
#include "model/loops.h"

struct kp_judge {
    struct kp_unit *u;
    struct kp_func *f;
    struct kp_loop *l;
    struct kp_reaches reaches; /* of tested.c; no fn: nobody has asked */
};

/* KP_PREDICATE(name, needs_tiles): the table's rows; each is void kp_legal_NAME(struct kp_judge *).
 */
#define KP_PREDICATE(name, needs_tiles) void kp_legal_##name(struct kp_judge *j);
#include "legal/predicates.def"

/* First control effect of a kind in the loop, NULL when there is none. */
const struct kp_control_place *kp_find_control(const struct kp_effects *e, unsigned mask);
/* Refuse with the callee's place as a note when the effect is inside a called function. */
void kp_refuse_control(struct kp_judge *j, enum kp_code code, const struct kp_control_place *p);

/* A closure or a local record in `n` that names the tile and could not name one of its stages. */
const struct kp_node *kp_closure_without(struct kp_unit *u, const struct kp_node *n,
                                         const struct kp_tile *t);

/* ---- mentions.c ---- */

/* Does the text in front of the loop or behind it name the tile where the tree has no node for it?
 * *at says where. */
bool kp_unseen_mention(const struct kp_judge *j, const struct kp_sym *tile, struct kp_node *at);

/* May its size or alignment be asked for where the tree has no node for it? */
bool kp_may_be_measured(const struct kp_judge *j, const struct kp_sym *tile);

/* ---- rotates.c ---- */

/* Does the loop pick another buffer of the tile for every fill: by an index, a pointer, or an
 * address that the filling statement `fill` hands to asm? */
bool kp_rotates(const struct kp_judge *j, const struct kp_tile *t, const struct kp_node *fill);

/* ---- tile.c ---- */

/* The statement that fills such a tile; NULL: the loop has none. */
const struct kp_node *kp_rotated_fill(const struct kp_judge *j);

/* ---- tested.c ---- */

/* Do these two of a kernel never meet if a test in front of the loop holds? Then the loop has it.
 */
bool kp_tested_apart(struct kp_judge *j, const struct kp_access *load,
                     const struct kp_access *store);

/* ---- word.c ---- */

/* The loop is legal only if this is true. */
void kp_on_word(struct kp_unit *u, struct kp_loop *l, const char *text, const char *said);
/* Who says that nothing else reaches the memory of the access's parameter; NULL: nothing does. */
const char *kp_said_no_alias(const struct kp_judge *j, const struct kp_access *a);
/* What the project file says of the kernel and of what it calls. */
void kp_note_words(struct kp_unit *u, struct kp_loop *l);

/* Refuse because text inside a macro would have to change: `n` is in it. */
void kp_refuse_macro(struct kp_judge *j, const struct kp_node *n);

#endif
