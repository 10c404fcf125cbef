struct picked {
    float of;
};
__device__ inline picked pick(float x) { return picked{x}; }
#ifndef LATE_DONE
#ifdef LATE_OTHER
__device__ inline float operator%(picked a, int b) { __syncthreads(); return a.of * b; }
#else
__device__ inline float operator%(picked a, int b) { return a.of * b; }
#endif
#define LATE_OTHER
#define LATE_DONE
#endif
