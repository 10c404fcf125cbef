/* Conditional compilation as text: the groups #if .. #endif of a file, and the file with one branch
 * of each group taken. */
#ifndef KP_FRONT_BRANCHES_H
#define KP_FRONT_BRANCHES_H

#include "front/lex.h"
#include "kp.h"

/* One #if with its #elif, #else and #endif, in the order of their lines. */
struct kp_branch_group {
    KP_VEC(struct kp_span) lines; /* the directives */
    bool has_else;
    /* the number of the branch that is taken, for `#if 0` and `#if 1`, and where all others are
     * errors; -1: it depends on a name */
    int fixed;
    /* the one that each build of this text takes, for `#if NAME` behind `#define NAME 0`, too; -1:
     * it depends on more */
    int own;
    int given; /* the branch that every build for CUDA takes (front/given.h); -1: not known */
    bool host_differs; /* `given` is known, and the compiler's host pass may take another branch */
    bool
        anywhere; /* `given` is known, and HIP's compilers and other systems take the branch, too */
};

struct kp_branch_groups {
    KP_VEC(struct kp_branch_group) list; /* sorted by first line */
    bool broken;                         /* an #endif or an #if without its counterpart */
    /* a file of the parse defines or undefines __CUDA_ARCH__, __cplusplus, __STDC_VERSION__, or
     * undefines __CUDACC__ or a macro of CUDA's */
    bool own_architecture;
};

void kp_branch_groups(struct kp_arena *a, const char *text, uint32_t begin, uint32_t end,
                      struct kp_branch_groups *out);

/* `#error "kpipe: ..`, by which an output restricts its builds. */
bool kp_is_own_error(const char *text, struct kp_token line);

/* The groups of the unit's file; computed once. */
const struct kp_branch_groups *kp_branch_groups_of(struct kp_unit *u);

/* True if the group is inside the body of a device function and has no line with an effect beyond
 * it (#define, #include, ..). The compiler's host pass only checks such a body. */
bool kp_is_device_text(const struct kp_unit *u, const struct kp_branch_group *g);

/* True if the program may have host code that launches kernels: what it says by one branch is not
 * what the parser, which is the device's pass, saw. */
bool kp_has_host_code(const struct kp_unit *u);

/* True if the conditions depend only on __CUDA_ARCH__, which the source does not change; with
 * `given`, names of HIP compilers and of other systems are accepted, too. */
bool kp_is_of_architecture(struct kp_unit *u, const struct kp_branch_group *g, bool given);

/* The number of alternatives: the branches, and the empty text when there is no #else. */
int kp_branch_count(const struct kp_branch_group *g);
/* The branch of a group that holds the place; -1: outside of the group. */
int kp_branch_at(const struct kp_branch_group *g, uint32_t at);
/* The text of alternative i; empty for a missing #else. */
struct kp_span kp_branch_text(const struct kp_branch_group *g, int i);

/* Overwrites the group's directives and all branches but i by blanks; offsets do not change. */
void kp_take_branch(char *text, const struct kp_branch_group *g, int i);

/* True if two texts have the same tokens; blanks, line ends and comments are ignored. */
bool kp_same_tokens(const char *a, size_t n, const char *b, size_t m);

#endif
