/* Private to merge/: the state of merging the blocks of one kernel. */
#ifndef KP_MERGE_MERGING_H
#define KP_MERGE_MERGING_H

#include "emit/text.h"
#include "merge/merge.h"
#include "model/func.h"
#include "model/loops.h"
#include "model/names.h"
#include "plan/plan.h"

/* Sets of axes of blockIdx. */
enum { KP_ALONG_X = 1, KP_ALONG_Y = 2, KP_ALONG_Z = 4, KP_AXES = 3 };

/* Statements that are run in one loop over the sub-blocks along some axes. */
struct kp_merged_region {
    /* the first and the last of sibling statements; or a single statement; or a VAR of a
     * declaration whose other variables run along other axes */
    const struct kp_node *first, *last;
    unsigned along; /* axes; never empty */
    bool stores; /* it stores to global memory, so it must not run for sub-blocks beyond the grid */
};

struct kp_merging {
    struct kp_unit *u;
    struct kp_func *f;
    const struct kp_loop *l;
    int factor[KP_AXES]; /* x, y, z; at least 1 */
    unsigned all;        /* the axes with a factor above 1 */
    /* the statement of the body from which on sub-blocks may have returned; from there to the end
     * all statements form one region. NULL: none */
    const struct kp_node *tail;
    KP_VEC(const struct kp_node *) early; /* `if (..) return;` statements before any work */
    /* text for the head of the kernel that computes which sub-blocks continue */
    const char *early_text;
    unsigned some;   /* the axes along which some sub-blocks may not continue */
    uint8_t *varies; /* by symbol id: the axes that a variable's value depends on */
    KP_VEC(struct kp_merged_region) regions;
    struct kp_refusal *why;
    struct kp_patches *patches;
    const char *counter[KP_AXES]; /* counters of sub-blocks: "kp_x" .. */
    const char *first[KP_AXES];   /* the first sub-block's index: "kp_x0" .. */
    const char *index[KP_AXES];   /* the current sub-block's index: "kp_bx" .. */
    const char *live[KP_AXES];    /* whether a sub-block continues: "kp_live_x" .. */
    const char *stand[KP_AXES];   /* a sub-block that continues: "kp_stand_x" .. */
    const char *unit;             /* one level of indentation */
    const char **renamed;         /* by symbol id: names of the copies of parameters */
    struct kp_names *given;
};

/* 'x' to 'z'. */
static inline int kp_axis_letter(int axis)
{
    return "xyz"[axis];
}

/* depends.c: finds what varies along the axes, and the regions. */
void kp_find_regions(struct kp_merging *m);
/* The axes along which evaluating `n` may give different values, or must be done separately. */
unsigned kp_runs_along(struct kp_merging *m, const struct kp_node *n);
/* True if `n` stores to memory that outlives the block. */
bool kp_stores_results(struct kp_merging *m, const struct kp_node *n);
/* True for the region at the end of the kernel that sub-blocks may leave early. */
static inline bool kp_is_tail(const struct kp_merging *m, const struct kp_merged_region *r)
{
    return m->tail && r->first == m->tail;
}
/* True if the variable is declared in the region and used nowhere else, so its declaration stays
 * there. */
bool kp_is_private_of(const struct kp_merging *m, const struct kp_merged_region *r,
                      const struct kp_sym *sym);

/* names.c: true if the reference may give the object another name. */
bool kp_gets_other_name(const struct kp_node *ref);
/* True if a variable must stay const. */
bool kp_keeps_const(const struct kp_merging *m, const struct kp_sym *sym);
/* True if the tree shows every use of the variables that get copies; false after a refusal. */
bool kp_names_are_seen(struct kp_merging *m);
bool kp_owns_its_text(struct kp_merging *m, const struct kp_merged_region *r);

/* atomics.c: true if the kernel's atomics give the same memory for every order of the blocks; false
 * after a refusal. */
bool kp_atomics_commute(struct kp_merging *m);

/* leave.c: true if `n` contains a `return`. */
/* True if the statement may begin the tail: sub-blocks may return in it, and nothing after it has
 * to be done by all sub-blocks together. */
bool kp_begins_tail(struct kp_merging *m, const struct kp_node *n);
/* True if every `return` in `n`, inside the tail, can be written as the end of the sub-block. */
bool kp_returns_can_continue(const struct kp_merging *m, const struct kp_node *n);
/* Adds the patches that do so. */
void kp_print_returns(struct kp_merging *m, const struct kp_node *n, struct kp_patches *p);

/* early.c: finds the statements by which blocks return before any work. */
void kp_find_early(struct kp_merging *m);
bool kp_is_early(const struct kp_merging *m, const struct kp_node *n);
/* Makes early_text, indented by `in`, and removes these statements. */
void kp_print_early(struct kp_merging *m, const char *in);

/* judge.c: true if the kernel's blocks may be merged; false after a refusal. */
bool kp_may_be_merged(struct kp_merging *m);
/* .. and if the regions that were found can be written as text. */
bool kp_can_be_printed(struct kp_merging *m);
/* How many copies a variable has along these axes. */
int kp_merged_copies(const struct kp_merging *m, unsigned along);
/* room.c: the bytes of static shared memory in the instance that takes most; -1: not known. */
int64_t kp_most_merged_bytes(struct kp_merging *m, const struct kp_shared *shared);
/* Refuses the merge; always returns false. */
bool kp_refuse_merge(struct kp_merging *m, enum kp_code code, const struct kp_node *at,
                     const char *name);

/* "4x8 blocks merged into one" (y, x), or "2x4x8 .." (z, y, x). */
const char *kp_merge_words(const struct kp_merging *m);

/* picture.c: a picture in text of the merged blocks and the copy of the loop's tiles that each
 * reads. */
const char *kp_merge_picture(const struct kp_merging *m, const struct kp_loop *l);

/* print.c: makes the patches that merge the kernel's blocks. */
void kp_print_merged(struct kp_merging *m);

#endif
