#pragma once
??=ifdef SLOW
__device__ inline float scaled(float *x, int at) { return x[at + 128] += 1; }
??=else
__device__ inline float scaled(float *x, int at) { return at; }
??=endif
