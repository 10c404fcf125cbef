/* Conditions of #if that every build answers alike: for CUDA, on Linux, for a GPU that kpipe plans
 * for. What the compiler and the platform say of themselves decides it, whatever names a build
 * defines beside that. */
#ifndef KP_FRONT_GIVEN_H
#define KP_FRONT_GIVEN_H

#include <stdbool.h>

#include "front/lex.h"
#include "kp.h"

enum kp_answer { KP_UNANSWERED = -1, KP_NO, KP_YES };

struct kp_given {
    enum kp_answer device;
    enum kp_answer host; /* of the same compilation, where no __CUDA_ARCH__ is defined */
};

/* What #if, #ifdef or #ifndef (the word of the line) asks. */
struct kp_given kp_given_of(const char *text, struct kp_token line, struct kp_token word);

/* What __CUDA_ARCH__ can be: undefined in the host's pass, else a multiple of the step. */
enum {
    KP_ARCH_HOST = -1,
    KP_ARCH_FIRST = 100,
    KP_ARCH_OLDEST = 750, /* that kpipe plans for */
    KP_ARCH_LAST = 2000,
    KP_ARCH_STEP = 10
};

/* The branch of a group, by its lines from #if to #endif, that the compiler for the architecture
 * takes where no name of HIP's compilers or other systems is defined; that of the #endif when it
 * takes none. -1: it depends on something else. */
int kp_given_branch(const char *text, const struct kp_span *lines, size_t n, int architecture);

/* The first name of HIP's compilers or other systems in the text; KP_TOKEN_END: there is none. */
struct kp_token kp_elsewhere_name(const char *text, uint32_t begin, uint32_t end);

#endif
