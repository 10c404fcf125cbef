#ifndef MACRO_SPACE_H
#define MACRO_SPACE_H
#define BEGIN_OF_SPACE namespace late {
#define END_OF_SPACE }
namespace early {
END_OF_SPACE
#if defined(MACRO_SPACE_ORDERED) || \
    defined(MACRO_SPACE_SLOW)
__device__ inline float scaled(float x)
{
    __syncthreads();
    return x;
}
#else
__device__ inline float scaled(float x) { return x; }
#endif
BEGIN_OF_SPACE
}
#endif
