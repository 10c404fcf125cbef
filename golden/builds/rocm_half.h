#ifndef ROCM_HALF_H
#define ROCM_HALF_H

#ifdef USE_ROCM
#if __CUDA_ARCH__ < 700
__device__ __forceinline__ void atomicAdd(half *to, half value)
{
    *to = __hadd(*to, value);
}
#endif
#endif

#endif
