#ifndef MAYBE_BODY_H
#define MAYBE_BODY_H
#ifdef OTHER
#define BODY_GUARD_H
__device__ inline float times(float x)
{
    __syncthreads();
    return x;
}
#endif
#endif
