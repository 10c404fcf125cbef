/* The builds of a function: which branches of its #if groups each takes. */
#ifndef KP_CHOICES_H
#define KP_CHOICES_H

#include "kp.h"
#include "model/builds.h"

enum {
    KP_MAX_CHOICES = 8, /* of a function */
    KP_MAX_GROUPS = 32  /* in it */
};

/* A branch for each group that matters, in their order; 0 where that text is in a branch which is
 * not taken. */
struct kp_choice {
    int branch[KP_MAX_GROUPS];
};

struct kp_choices {
    struct kp_unit *u;
    struct kp_span span; /* of the function */
    struct kp_builds builds;
    size_t n;   /* of the groups that matter */
    bool given; /* only what kpipe plans for: what all builds for CUDA answer alike is no choice,
                   and older GPUs and other compilers have none */
    struct kp_choice active; /* the branches that were parsed */
    KP_VEC(struct kp_choice) list;
    bool unusable; /* they are too many, or what was parsed is none of them */
    bool has_host; /* The host's pass is none of the list, for it makes nothing of the text .. */
    struct kp_choice host; /* .. and takes these branches. */
};

/* The groups of the function, and the branches that were parsed. False when there are none, too
 * many, or one begins or ends elsewhere. */
bool kp_choices_begin(struct kp_unit *u, const struct kp_sym *function, struct kp_choices *out);

/* Fills the list. Groups that ask for nothing but __CUDA_ARCH__ go together: a choice of them is
 * what some architecture, or the host's pass, takes. All others are chosen independently. */
void kp_choices_list(struct kp_choices *c, bool given);

bool kp_same_choice(const struct kp_choices *c, const struct kp_choice *a,
                    const struct kp_choice *b);

/* The branch that the choice takes of group `i` of a text that was made of the file, or is it: what
 * those of the file's groups with the same lines take that are in no branch which is not taken.
 * Where they differ, the number counts, if there are as many groups. .._STAYS: it does not matter.
 * .._UNKNOWN: there is no such group, or it could be either. */
enum { KP_BRANCH_STAYS = -1, KP_BRANCH_UNKNOWN = -2 };
int kp_branch_in(const struct kp_choices *c, const struct kp_choice *choice, const char *text,
                 const struct kp_branch_groups *groups, size_t i);

/* Are the branches that the choice takes other than the parser all in bodies of device functions?
 * The rest of the program is then the same. */
bool kp_differs_in_bodies(const struct kp_choices *c, const struct kp_choice *choice);

/* Is there anything that only builds which kpipe plans for answer alike? */
bool kp_choices_have_given(const struct kp_choices *c);

#endif
