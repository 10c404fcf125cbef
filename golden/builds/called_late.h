#ifndef LATE_DONE
#ifdef LATE_OTHER
__device__ inline float (second)(float x) { __syncthreads(); return x; }
#else
__device__ inline float (second)(float x) { return x; }
#endif
#define LATE_OTHER
#define LATE_DONE
#endif
