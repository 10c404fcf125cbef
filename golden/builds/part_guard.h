#define TIMES 3
#ifndef PART_GUARD_H
#define PART_GUARD_H
__device__ inline float times(float x)
{
    return x * TIMES;
}
#endif
__device__ inline float thrice(float x)
{
    return times(x);
}
