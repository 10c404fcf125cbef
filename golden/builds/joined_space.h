#pragma once
#define JOINED_SPACE(a, b) a%:%:b
namespace joined_space {
#if defined(JOINED_SPACE_ORDERED) || \
    defined(JOINED_SPACE_SLOW)
__device__ inline float scaled(float x)
{
    __syncthreads();
    return x;
}
#else
__device__ inline float scaled(float x) { return x; }
#endif
} // namespace joined_space
