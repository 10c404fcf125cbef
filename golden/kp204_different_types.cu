// kpipe: --no-runtime-checks
// Different element types prove nothing: the caller may have cast.
__global__ void quantise(const float *x, signed char *q, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;

    for (int i = blockIdx.x * n; i < (blockIdx.x + 1) * n; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        float top = 1e-6f;
        for (int j = 0; j < 128; ++j)
            top = fmaxf(top, fabsf(tile[j]));
        q[i + t] = (signed char)(tile[t] * 127.0f / top);
        __syncthreads();
    }
}
