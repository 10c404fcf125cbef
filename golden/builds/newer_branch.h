#pragma once
#if 0
__device__ inline float scaled(float *x, int at) { return 0.0f; }
#elifdef __CUDACC__
__device__ inline float scaled(float *x, int at) { return at; }
#else
__device__ inline float scaled(float *x, int at) { return x[at + 128] += 1; }
#endif
