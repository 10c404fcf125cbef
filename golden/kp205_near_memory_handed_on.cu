// What callers out of sight pass may be memory of any space for those, too, to whom a function hands it
// on: through registers. Only `of_kernels` gets global memory from all its callers.
static __device__ float handed_on(const float *a, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < 512; k += 128) {
        tile[t] = a[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j + n);
        __syncthreads();
    }
    return sum;
}

static __device__ float of_kernels(const float *a, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < 512; k += 128) {
        tile[t] = a[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j + n);
        __syncthreads();
    }
    return sum;
}

__device__ float hands_on(const float *a)
{
    return handed_on(a, 1);
}

__global__ void sums(const float *__restrict__ x, float *__restrict__ y)
{
    y[blockIdx.x * 128 + threadIdx.x] = handed_on(x, 2) + of_kernels(x, 3);
}
