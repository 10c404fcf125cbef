#define MAKE_two(a, b) __device__ inline a(float x) { return x; } __device__ inline b(float x) { return x; }
#define MAKE(what) MAKE_##what
#ifndef LATE_DONE
#ifdef LATE_OTHER
MAKE_two(float first, float other) __device__ inline float second(float x) { __syncthreads(); return x; }
#else
MAKE(two(float first, float second))
#endif
#define LATE_OTHER
#define LATE_DONE
#endif
