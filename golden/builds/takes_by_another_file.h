#pragma once
#ifdef OTHER_NAMES
#include "takes_elsewhere.h"
#endif
#define NAME(low, UP) UP
#define made NAME(plain, PLAIN)
__device__ inline float second(float v) { return v; }
void made(const int first, float second);
#define OTHER_NAMES
