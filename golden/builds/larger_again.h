#pragma once
__device__ inline float larger(float a, float b)
{
    return a > b ? a : b;
}
#ifdef larger
#undef larger
#define larger(a, b) (__syncthreads(), (a) > (b) ? (a) : (b))
#endif
