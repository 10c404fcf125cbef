#ifndef OLDER_HALF_H
#define OLDER_HALF_H

#if defined(__CUDA_ARCH__) || defined(USE_ROCM)
#if __CUDA_ARCH__ < 700 || defined(USE_ROCM)
__device__ __forceinline__ void atomicAdd(half *to, half value)
{
    *to = __hadd(*to, value);
}
#endif
#endif

#endif
