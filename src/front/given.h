/* #if conditions that have the same value in every build for CUDA on Linux and a GPU that kpipe
 * plans for. They depend only on macros that the compiler and the platform define, not on those of
 * a build. */
#ifndef KP_FRONT_GIVEN_H
#define KP_FRONT_GIVEN_H

#include <stdbool.h>

#include "front/lex.h"
#include "kp.h"

enum kp_answer { KP_UNANSWERED = -1, KP_NO, KP_YES };

struct kp_given {
    enum kp_answer device;
    enum kp_answer host; /* for the compiler's host pass, in which __CUDA_ARCH__ is not defined */
    bool anywhere;       /* `device` holds for HIP's compilers and other systems, too */
};

/* The value of the condition of an #if, #ifdef or #ifndef; `word` is that word of the line. */
struct kp_given kp_given_of(const char *text, struct kp_token line, struct kp_token word);

/* True for a macro that CUDA's own headers, which come before everything else, define. */
bool kp_is_cudas_macro(const char *text, struct kp_token t);

/* The values of __CUDA_ARCH__: undefined in the host pass, else a multiple of KP_ARCH_STEP. */
enum {
    KP_ARCH_HOST = -1,
    KP_ARCH_FIRST = 100,
    KP_ARCH_OLDEST = 750, /* the lowest that kpipe plans for */
    KP_ARCH_LAST = 2000,
    KP_ARCH_STEP = 10
};

/* The branch of a group, given by its lines from #if to #endif, that is taken for the architecture
 * when no name of HIP compilers or of other systems is defined. The index of the #endif when none
 * is taken; -1 when it depends on other names. */
int kp_given_branch(const char *text, const struct kp_span *lines, size_t n, int architecture);

/* The first name of HIP compilers or of other systems in the text; KP_TOKEN_END: there is none. */
struct kp_token kp_elsewhere_name(const char *text, uint32_t begin, uint32_t end);

#endif
