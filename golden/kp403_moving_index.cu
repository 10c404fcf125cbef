// kpipe: --variant ldg --stages 2
// Each iteration fills another half; the other half is still that of the iteration before.
__global__ void sliding(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    tile[t] = tile[128 + t] = 0.0f;
    __syncthreads();
    for (int i = 0; i < n; ++i) {
        tile[i % 2 * 128 + t] = x[i * 128 + t];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
