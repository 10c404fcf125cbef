#pragma once
namespace other_space {
#ifdef TORN_SPACE
#include "space_ends.h"
#endif
#if defined(TORN_ORDERED) || \
    defined(TORN_SLOW)
__device__ inline float scaled(float x)
{
    __syncthreads();
    return x;
}
#endif
#ifdef TORN_SPACE
#include "space_begins.h"
#endif
}
