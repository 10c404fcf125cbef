#pragma once
#if __STDC_VERSION__ < 199901L
__device__ inline float times(float x) { return x * 2; }
#else
__device__ inline float times(float x)
{
    __syncthreads();
    return x * 2;
}
#endif
