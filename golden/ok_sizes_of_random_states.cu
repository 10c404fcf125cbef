// Generators' states are as large as CUDA's headers make them: rows of 48 and 64 bytes.
#include <curand_kernel.h>

static_assert(sizeof(curandState) == 48 && alignof(curandState) == 8, "");
static_assert(sizeof(curandStatePhilox4_32_10_t) == 64 && alignof(curandStatePhilox4_32_10_t) == 16, "");

__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[2][sizeof(curandState)];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < n; i += 96) {
        tile[t / 48][t % 48] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 96; ++j)
            sum += tile[j / 48][j % 48] * (t ^ j);
        __syncthreads();
    }
    out[blockIdx.x * 96 + t] = sum;
}
