#pragma once
/* Macros are the names, and the list of names is in a macro. */
#ifdef SLOW
#define QUICK fixed
#define CAREFUL scaled
#define QUICKLY fixing
#define CAREFULLY scaling
#define DECLARE(name) __device__ inline float name(float *x, int at) { return x[at + 128] += 1; }
#else
#define QUICK scaled
#define CAREFUL fixed
#define QUICKLY scaling
#define CAREFULLY fixing
#define DECLARE(name) __device__ inline float name(float *x, int at) { return 1.0f + at; }
#endif
#define ALL(declare) declare(grown) declare(shrunk)
__device__ inline float QUICK(float *x, int at) { return 1.0f + at; }
__device__ inline float CAREFUL(float *x, int at) { return x[at + 128] += 1; }
namespace QUICKLY {
__device__ inline float of(float *x, int at) { return 1.0f + at; }
}
namespace CAREFULLY {
__device__ inline float of(float *x, int at) { return x[at + 128] += 1; }
}
ALL(DECLARE)
