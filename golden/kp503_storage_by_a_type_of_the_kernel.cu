// kpipe: --stages 2
// The type is another one in a clone, which would count for itself; the pointer launches the kernel.
template <typename T> __device__ int next()
{
    static __device__ int count;
    return atomicAdd(&count, 1);
}

__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float tile[];
    struct own {};
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j + t);
        __syncthreads();
    }
    y[next<own>()] = sum;
}

void launch(const float *x, float *y, int n)
{
    auto p = sums;

    p<<<2, 128, 512>>>(x, y, n);
    sums<<<2, 128, 512>>>(x, y, n);
}
