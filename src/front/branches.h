/* Conditional compilation as text: the groups #if .. #endif of a file, and the file with one branch
 * of each group taken. */
#ifndef KP_FRONT_BRANCHES_H
#define KP_FRONT_BRANCHES_H

#include "kp.h"

/* One #if with its #elif, #else and #endif, in the order of their lines. */
struct kp_branch_group {
    KP_VEC(struct kp_span) lines; /* the directives */
    bool has_else;
    int fixed; /* the branch of `#if 0` and `#if 1`; -1: it depends on a name */
    int given; /* that of every build for CUDA (front/given.h); -1: it depends on something else */
    bool host_differs; /* given, and the host's pass takes another one, or may take it */
};

struct kp_branch_groups {
    KP_VEC(struct kp_branch_group) list; /* by their first lines */
    bool broken;                         /* an #endif or an #if without its counterpart */
    bool own_architecture; /* a file of the parse defines __CUDA_ARCH__, or takes it away */
};

void kp_branch_groups(struct kp_arena *a, const char *text, uint32_t begin, uint32_t end,
                      struct kp_branch_groups *out);

/* The groups of the unit's own file, cut once. */
const struct kp_branch_groups *kp_branch_groups_of(struct kp_unit *u);

/* Is all of the group in a device function's body, and without a line that counts behind it? The
 * host's pass makes nothing of such a body but a check. */
bool kp_is_device_text(const struct kp_unit *u, const struct kp_branch_group *g);

/* Does the group ask for nothing but __CUDA_ARCH__, which the source leaves as it is? With `given`
 * for names of HIP's compilers and other systems too. */
bool kp_is_of_architecture(struct kp_unit *u, const struct kp_branch_group *g, bool given);

/* How many texts a group stands for: its branches, and nothing at all when there is no #else. */
int kp_branch_count(const struct kp_branch_group *g);
/* Branch i's text; empty for the one that is not there. */
struct kp_span kp_branch_text(const struct kp_branch_group *g, int i);

/* Blanks the group's directives and all branches but i; other places keep their offsets. */
void kp_take_branch(char *text, const struct kp_branch_group *g, int i);

/* Are the tokens of two texts the same? Blanks, line ends and comments do not count. */
bool kp_same_tokens(const char *a, size_t n, const char *b, size_t m);

#endif
