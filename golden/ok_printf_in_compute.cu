// Output stays in the order of the iterations.
#include <cstdio>

__global__ void traced(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
        if (t == 0)
            printf("%d: %f\n", k, sum);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
