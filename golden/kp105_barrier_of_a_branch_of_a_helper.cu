// Whether load() waits depends on what it is called with.
__device__ void load(float *s, const float *g, bool first)
{
    s[threadIdx.x] = g[threadIdx.x];
    if (!first)
        __syncthreads();
}

__global__ void sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ float s[128];
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        load(s, a + i, i == 0);
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += s[j] * (j ^ threadIdx.x);
        __syncthreads();
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
