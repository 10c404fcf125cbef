#pragma once
#ifdef larger
#ifdef KEEP_LARGER
#undef larger
#endif
#endif
__device__ inline float (larger)(float a, float b)
{
    return a > b ? a : b;
}
