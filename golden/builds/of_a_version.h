#ifndef OF_A_VERSION_H
#define OF_A_VERSION_H
#define AT_LEAST(n) (PROGRAM_VERSION >= n)
#if AT_LEAST(2)
#include "newer_that_is_not_here.h"
#endif
struct part {
    float x, y;
};
#endif
