// kpipe: --stages 2
// Instances of 12 KB and 8 KB: with two buffers each, 40 KB.
template <int N> __device__ void part(const float *__restrict__ x, float *y, int n)
{
    __shared__ float tile[N];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += N) {
        for (int i = t; i < N; i += 128)
            tile[i] = x[k + i];
        __syncthreads();
        for (int j = 0; j < N; ++j)
            sum += tile[j ^ t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] += sum;
}

__global__ void sums(const float *__restrict__ x, float *y, int n)
{
    part<3072>(x, y, n);
    part<2048>(x, y, n);
}
