#pragma once
#ifdef ORDERED
#undef SCALED
__device__ inline float SCALED(float x)
{
    __syncthreads();
    return x;
}
#endif
