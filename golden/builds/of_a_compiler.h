#ifndef OF_A_COMPILER_H
#define OF_A_COMPILER_H
#ifndef __CUDA_ARCH__
#include <cstdio>
#ifdef __OPTIMIZE__
#include "host_that_is_not_here.h"
#endif
#endif
struct part {
    float x, y;
};
#endif
