// The barrier between the tile's copies and its use is in a conversion.
struct waiting {
    int n;
    __device__ operator int() const
    {
        __syncthreads();
        return n;
    }
};
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    const waiting all = {128};
    float acc = 0.0f;

    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        const int m = all;
        for (int j = 0; j < m; ++j)
            acc += s[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
