// kpipe: --stages 2
// What gives a member its value, behind the loop, has 24 KB of its own, beside which two buffers do not fit.
__device__ float turned(float v)
{
    __shared__ float w[6000];

    w[threadIdx.x] = v;
    __syncthreads();
    return w[127 - threadIdx.x];
}

struct held {
    float v;

    __device__ held(float a) : v(turned(a)) {}
};

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
    held last(sum);

    y[blockIdx.x * 128 + t] = last.v;
}
