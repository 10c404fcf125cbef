// kpipe: --no-runtime-checks
// The function moves its parameter on: it still points to what the call passes.
__device__ void put(float *p, int i, float v)
{
    p += i;
    *p = v;
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
        put(out, i + 128 + t, s);
        __syncthreads();
    }
}
