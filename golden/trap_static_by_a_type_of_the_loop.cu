// kpipe: --stages 2
// Each width in a loop of its own would have two closures, which count each for itself.
template <typename T> __device__ int next(T)
{
    static __device__ int count;
    return atomicAdd(&count, 1);
}

__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j + t);
        sum += next([] {});
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void launch(const float *x, float *y, int n)
{
    sums<<<2, 128>>>(x, y, n);
}
