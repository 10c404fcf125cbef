#pragma once
__device__ inline float scaled(float *x, int at) { return at; }
#ifdef SLOW
#define OTHER(scaled) __device__ inline float scaled(float *x, int at) { return x[at + 128] += 1; }
#else
#define OTHER(scaled)
#endif
OTHER(place)
