// kpipe: --no-runtime-checks
// The destination is a restrict parameter: what is stored through it is read through it alone.
__global__ void grow(const float *x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    const float *rows = x + blockIdx.x * n;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        tile[t] = rows[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        y[i + t] += sum;
        __syncthreads();
    }
}
