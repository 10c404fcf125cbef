// kpipe: --variant ldg
// A null pointer stays a null pointer: it has no second stage.
__global__ void ragged(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[512];
    const int t = threadIdx.x;
    const float *p = t < 32 ? tile : nullptr;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 512) {
        for (int i = 0; i < 4; ++i)
            tile[t + 128 * i] = x[k + t + 128 * i];
        __syncthreads();
        for (int j = 0; j < 512; ++j)
            sum += (p ? p[j] : tile[511 - j]) * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
