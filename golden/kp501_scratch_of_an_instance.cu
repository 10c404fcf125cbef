// kpipe: --stages 2
// Each instance of the function has scratch memory of its own, together 24 KB.
template <int N> __device__ float turned(float v)
{
    __shared__ float w[N];

    w[threadIdx.x] = v;
    __syncthreads();
    return w[127 - threadIdx.x];
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
    y[blockIdx.x * 128 + t] = turned<4000>(sum) + turned<2000>(sum);
}
