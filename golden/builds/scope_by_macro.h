#pragma once
#define SPACE namespace
SPACE by_macro {
#if defined(BY_MACRO_ORDERED) || defined(BY_MACRO_SLOW)
__device__ inline float scaled(float x) { __syncthreads(); return x; }
#else
__device__ inline float scaled(float x) { return x; }
#endif
}
using namespace by_macro;
