#pragma once
#ifdef SLOW
#define STEP_1(x, at) ((x)[(at) + 128] += 1)
__device__ inline float scaled(float *x, int at) { return x[at + 128] += 1; }
#else
#define STEP_1(x, at) 1
__device__ inline float scaled(float *x, int at) { return 1.0f + at; }
#endif
#define STEP(n) STEP_##n
#define CALLED(name) name##ed
__device__ inline float step(float *x, int at) { return STEP(1)(x, at); }
