// One by one these would meet in banks; the compiler reads four at a time, and those do not.
__global__ void fours(const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ __align__(16) float tile[512];
    int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = t; i < 512; i += 128)
        tile[i] = x[i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; i++)
        sum += tile[t * 4 + i];
    y[t] = sum;
}
