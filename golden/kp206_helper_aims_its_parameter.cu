// The function stores by its first parameter, which it has made point to the source.
__device__ void put(float *p, float *q, int i, float v)
{
    p = q;
    p[i] = v;
}
__global__ void sums(float *__restrict__ in, float *out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float s = 0.0f;
    for (int i = 0; i < n; i += 128) {
        tile[t] = in[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            s += tile[j];
        put(out, in, i + 128 + t, s);
        __syncthreads();
    }
}
