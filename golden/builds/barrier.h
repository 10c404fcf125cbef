__device__ inline float mul(float a, float b)
{
    __syncthreads();
    return a * b;
}
