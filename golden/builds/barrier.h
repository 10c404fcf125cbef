__device__ inline float mul(float a, float b)
{
    if (a > b)
        __syncthreads();
    return a * b;
}
