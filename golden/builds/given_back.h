#pragma once
#define scaled slow
#pragma push_macro("scaled")
#undef scaled
__device__ inline float scaled(float *x, int at) { return at; }
__device__ inline float slow(float *x, int at) { return x[at + 128] += 1; }
#ifdef SLOW
#pragma pop_macro("scaled")
#endif
