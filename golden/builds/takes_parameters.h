#pragma once
#define HEAD(a, b) unused(); __device__ inline b(int v) { __syncthreads(); return v; }
#define NAME(low, UP) UP
#ifdef OTHER_NAMES
#define made NAME(plain, HEAD)
#else
#define made NAME(plain, PLAIN)
#endif
__device__ inline float second(float v) { return v; }
void made(const int first, float second);
#define OTHER_NAMES
