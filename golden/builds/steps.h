#pragma once
#ifdef NO_STEPS
#define STEP_BARRIER()
#else
#define STEP_BARRIER() __syncthreads()
#endif
__device__ inline float scaled(float x)
{
#ifdef TWICE
    return x * 2;
#else
    return x;
#endif
}
#ifdef OF_NO_LOOP
__device__ inline float unused(float x) { return x; }
#endif
