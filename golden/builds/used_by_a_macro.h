#pragma once
namespace fast { __device__ inline float scaled(float *x, int at) { return at; } }
namespace slow { __device__ inline float scaled(float *x, int at) { return x[at + 128] += 1; } }
#ifdef SLOW
#define USE using namespace slow;
#else
#define USE using namespace fast;
#endif
USE
