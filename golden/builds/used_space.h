#pragma once
#define USE_SPACE(name) using namespace name
namespace used_space {
}
USE_SPACE(used_space);
namespace used_space {
#if defined(USED_SPACE_ORDERED) || \
    defined(USED_SPACE_SLOW)
__device__ inline float scaled(float x)
{
    __syncthreads();
    return x;
}
#else
__device__ inline float scaled(float x) { return x; }
#endif
} // namespace used_space
