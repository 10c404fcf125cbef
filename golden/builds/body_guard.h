#define TIMES 3
#ifndef BODY_GUARD_H
#define BODY_GUARD_H
__device__ inline float times(float x)
{
#ifdef SLOW
    __syncthreads();
#endif
    return x * TIMES;
}
#endif
