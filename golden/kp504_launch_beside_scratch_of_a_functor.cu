// kpipe: --stages 2
// 8 KB of the tile, 20 KB of the operator and 16 KB that the launch requests: a second buffer makes the launch fail.
extern __shared__ float rest[];

struct turned {
    __device__ float operator()(float v) const
    {
        __shared__ float w[5000];

        w[threadIdx.x] = v;
        __syncthreads();
        return w[127 - threadIdx.x];
    }
};

template <class F> __device__ float applied(F f, float v)
{
    return f(v);
}

static __global__ void sums(const float *__restrict__ x, float *y, int n)
{
    __shared__ float tile[2048];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 2048) {
        for (int i = t; i < 2048; i += 128)
            tile[i] = x[k + i];
        __syncthreads();
        for (int j = 0; j < 2048; ++j)
            sum += tile[j ^ t];
        __syncthreads();
    }
    rest[t] = sum;
    __syncthreads();
    y[blockIdx.x * 128 + t] = applied(turned(), rest[127 - t]);
}

void run(const float *x, float *y, int n)
{
    sums<<<8, 128, 16384>>>(x, y, n);
}
