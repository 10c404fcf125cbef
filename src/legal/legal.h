/* The legality table: one row per rule, evaluated in order. A predicate examines one loop of the
 * model and refuses it (kp_refuse) with its own code, or does nothing. */
#ifndef KP_LEGAL_LEGAL_H
#define KP_LEGAL_LEGAL_H

#include "facts/reach.h"
#include "model/loops.h"

struct kp_judge {
    struct kp_unit *u;
    struct kp_func *f;
    struct kp_loop *l;
    struct kp_reaches reaches; /* cache of tested.c; fn is NULL until first used */
};

/* The rows KP_PREDICATE(name, needs_tiles); each is void kp_legal_NAME(struct kp_judge *). */
#define KP_PREDICATE(name, needs_tiles) void kp_legal_##name(struct kp_judge *j);
#include "legal/predicates.def"

/* The first control effect of one of the kinds in `mask`; NULL when there is none. */
const struct kp_control_place *kp_find_control(const struct kp_effects *e, unsigned mask);
/* Refuses the loop for a control effect; when it is in a called function, a note shows its place
 * there. */
void kp_refuse_control(struct kp_judge *j, enum kp_code code, const struct kp_control_place *p);

/* A closure or local record in `n` that names the tile and could not name one of its stages; NULL:
 * none. */
const struct kp_node *kp_closure_without(struct kp_unit *u, const struct kp_node *n,
                                         const struct kp_tile *t);

/* ---- mentions.c ---- */

/* True if the text before or after the loop names the tile where the tree has no node; *at is the
 * place. */
bool kp_unseen_mention(const struct kp_judge *j, const struct kp_sym *tile, struct kp_node *at);

/* True if the tile's size or alignment may be used where the tree has no node. */
bool kp_may_be_measured(const struct kp_judge *j, const struct kp_sym *tile);

/* ---- rotates.c ---- */

/* True if the loop itself selects another buffer of the tile for every fill: by an index, a
 * pointer, or an address that the filling statement `fill` passes to asm. False if the statement
 * `use`, in the same interval between barriers, reads the buffer that is filled; NULL: none. */
bool kp_rotates(const struct kp_judge *j, const struct kp_tile *t, const struct kp_stmt *fill,
                const struct kp_stmt *use);
/* True if the fill and the use name other parts of the tile's memory, and what is used is filled
 * elsewhere in the loop: two buffers by hand, which have a name each. */
bool kp_rotates_by_names(const struct kp_judge *j, const struct kp_tile *t,
                         const struct kp_stmt *fill, const struct kp_stmt *use);

/* ---- tile.c ---- */

/* The statement that fills a tile with such a rotation; NULL: none. */
const struct kp_node *kp_rotated_fill(const struct kp_judge *j);

/* ---- tested.c ---- */

/* True if a test of what is not known of the loop can stand in front of it. */
bool kp_can_be_tested(const struct kp_judge *j);
/* True if tests of the block, which are then added to the loop, show that the tile is covered. */
bool kp_tested_block(struct kp_judge *j, const struct kp_tile *t);
/* Adds tests to the loop that blocks have one thread along the axes, a set of 1 << axis. False:
 * none can stand there. */
bool kp_tested_flat(struct kp_judge *j, unsigned axes);

/* True if tests of the block and of the bound, which are then added to the loop, show that all
 * threads make as many trips, up to a padded bound. */
bool kp_tested_padded(struct kp_judge *j);
/* True if a test before the loop can ensure that two accesses of the kernel never overlap; the test
 * is then added to the loop. */
bool kp_tested_apart(struct kp_judge *j, const struct kp_access *load,
                     const struct kp_access *store);

/* ---- aligned.c ---- */

/* True if a stage would lie at an address that the tile's own could not have. Stages begin at
 * multiples of KP_STAGE_ALIGN, and where they follow one another in an array, of the tile's size.
 * Where each stage is a struct (storage.c) it would be padded to __align__(16 * 1024). */
bool kp_loses_alignment(struct kp_judge *j, const struct kp_tile *t);
/* True if the tile's address may have other bits below that number than the stages of several
 * buffers: its declaration does not say them. */
bool kp_changes_low_bits(struct kp_judge *j, const struct kp_tile *t, int64_t below);

/* ---- warps.c ---- */

/* True if the threads of each warp make as many iterations of the loop and of those around it,
 * where the tests that are then added to the loop hold. */
bool kp_warps_go_round(struct kp_judge *j);

/* ---- word.c ---- */

/* Records an assumption of the user on which the loop's legality rests. */
void kp_on_word(struct kp_unit *u, struct kp_loop *l, const char *text, const char *said);
/* The place of the user's statement that nothing else reaches the memory of the access's parameter;
 * NULL: there is none. */
const char *kp_said_no_alias(const struct kp_judge *j, const struct kp_access *a);
/* Records what the project file states about the kernel and the functions that it calls. */
void kp_note_words(struct kp_unit *u, struct kp_loop *l);

/* The tile cannot have more than one buffer. The first such reason is why not all tiles can. */
void kp_only_one_buffer(struct kp_judge *j, struct kp_tile *t, enum kp_code code,
                        const struct kp_node *at, const char *name);

/* Refuses the loop because the text of `n`, which is inside a macro, would have to change. */
void kp_refuse_macro(struct kp_judge *j, const struct kp_node *n);

#endif
