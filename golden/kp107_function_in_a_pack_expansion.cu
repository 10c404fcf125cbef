// kpipe: --variant ldg --stages 2
/* One call in the text, but an instance of the template makes several, each with another bound: what
 * a caller does that is not represented may hand over anything. */
__device__ static float rows(const float *__restrict__ x, int n, int width)
{
    __shared__ float tile[256];
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        if (threadIdx.x < width)
            tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 256; i++)
            sum += tile[i];
        __syncthreads();
    }
    return sum;
}

template <typename... T>
__device__ static float all(const float *__restrict__ x, int n, T... width)
{
    return (rows(x, n, width) + ...);
}

__global__ __launch_bounds__(256) void sums(float *__restrict__ out, const float *__restrict__ x, int n, int width)
{
    out[blockIdx.x * 256 + threadIdx.x] = all(x, n, width, width - 1);
}

void run(float *out, const float *x, int n)
{
    sums<<<1, 256>>>(out, x, n, 256);
}
