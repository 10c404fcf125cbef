// kpipe: --stages 2
// The operator that an instance of the template calls has 24 KB of its own: two buffers do not fit beside it.
struct turned {
    __device__ float operator()(float v) const
    {
        __shared__ float w[6000];

        w[threadIdx.x] = v;
        __syncthreads();
        return w[127 - threadIdx.x];
    }
};

template <class F> __device__ float applied(F f, float v)
{
    return f(v);
}

__global__ void sums(const float *__restrict__ x, float *y, int n)
{
    __shared__ float tile[4096];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 4096) {
        for (int i = t; i < 4096; i += 128)
            tile[i] = x[k + i];
        __syncthreads();
        for (int j = 0; j < 4096; ++j)
            sum += tile[j ^ t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = applied(turned(), sum);
}
