#pragma once
#ifdef larger
#undef larger
#endif
__device__ inline float larger(float a, float b)
{
    return a > b ? a : b;
}
