/* Conditions of #if that every build answers alike: for CUDA, on Linux, for a GPU that kpipe plans
 * for. They ask for nothing but what the compiler and the platform say of themselves. */
#ifndef KP_FRONT_GIVEN_H
#define KP_FRONT_GIVEN_H

#include <stdbool.h>

#include "front/lex.h"

enum kp_answer { KP_UNANSWERED = -1, KP_NO, KP_YES };

struct kp_given {
    enum kp_answer device;
    enum kp_answer host; /* of the same compilation, where no __CUDA_ARCH__ is defined */
};

/* What #if, #ifdef or #ifndef (the word of the line) asks. */
struct kp_given kp_given_of(const char *text, struct kp_token line, struct kp_token word);

#endif
