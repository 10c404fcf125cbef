// The same, of a macro that is another one there.
#define W 3

template <int N> __device__ float behind(const float *x, int i)
{
    return x[i + N];
}

__device__ void fill(float *to, const float *x, int i)
{
    to[threadIdx.x] = behind<W>(x, i);
}

#undef W
#define W 7

__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int w = 7;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        fill(tile, x, k + threadIdx.x);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j ^ w);
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
