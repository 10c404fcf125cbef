/* The possible builds of a function: the branches of its #if groups that each takes. */
#ifndef KP_CHOICES_H
#define KP_CHOICES_H

#include "kp.h"
#include "model/builds.h"

enum {
    KP_MAX_CHOICES = 8, /* choices of a function */
    KP_MAX_GROUPS = 128 /* groups in it */
};

/* One branch per relevant group, in order; 0 for a group inside a branch that is not taken. */
struct kp_choice {
    int branch[KP_MAX_GROUPS];
};

struct kp_choices {
    struct kp_unit *u;
    const struct kp_sym *function;
    struct kp_span span; /* of the function */
    struct kp_builds builds;
    size_t n; /* number of relevant groups */
    /* only builds that kpipe plans for: a condition with the same value in all CUDA builds is no
     * choice, and older GPUs and other compilers do not count */
    bool given;
    struct kp_choice active; /* the branches that were parsed */
    KP_VEC(struct kp_choice) list;
    bool unusable; /* there are too many choices, or the parsed branches are not among them */
    /* the compiler's host pass is not in the list, because it generates nothing from the text;
     * `host` has its branches */
    bool has_host;
    struct kp_choice host;
};

/* Finds the groups of the function and the parsed branches. False when there is no group, there are
 * too many, or one begins or ends outside the function. */
bool kp_choices_begin(struct kp_unit *u, const struct kp_sym *function, struct kp_choices *out);

/* Fills the list. Groups that only test __CUDA_ARCH__ are combined: their branches are those that
 * one architecture, or the host pass, takes. The branches of all other groups are chosen
 * independently, as far as a build can take them together (tied.h). */
void kp_choices_list(struct kp_choices *c, bool given);

/* Relevant group i. */
const struct kp_branch_group *kp_group_of(const struct kp_choices *c, size_t i);
/* True if the group's branch is known, or the group is in a branch that the row does not take. */
bool kp_is_settled(const struct kp_choices *c, const struct kp_choice *row, size_t i);

/* True if the group is in a branch that the row does not take. */
bool kp_is_hidden_group(const struct kp_choices *c, const struct kp_choice *row, size_t i);

bool kp_same_choice(const struct kp_choices *c, const struct kp_choice *a,
                    const struct kp_choice *b);

/* The branch that the choice takes of group i of `text`, which is the file's text or was made from
 * it. It is found by the file's groups with the same directives that are not inside an untaken
 * branch; if these differ, by the group's number, provided the numbers of groups are equal.
 * KP_BRANCH_STAYS: the group is not relevant. KP_BRANCH_UNKNOWN: there is no such group, or it is
 * ambiguous. */
enum { KP_BRANCH_STAYS = -1, KP_BRANCH_UNKNOWN = -2 };
int kp_branch_in(const struct kp_choices *c, const struct kp_choice *choice, const char *text,
                 const struct kp_branch_groups *groups, size_t i);

/* The same for a group of a text that was made from the function alone. */
int kp_branch_like(const struct kp_choices *c, const struct kp_choice *choice, const char *text,
                   const struct kp_branch_group *g);

/* True if all branches that differ from the parsed ones are in bodies of device functions; the rest
 * of the program is then the same. */
bool kp_differs_in_bodies(const struct kp_choices *c, const struct kp_choice *choice);

/* True if a condition has the same value only in builds that kpipe plans for. */
bool kp_choices_have_given(const struct kp_choices *c);

#endif
