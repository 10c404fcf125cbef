// The step lies in shared memory and compute changes it.
__global__ void adaptive(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    __shared__ int stride;
    const int t = threadIdx.x;
    float sum = 0.0f;

    if (t == 0)
        stride = 128;
    __syncthreads();
    for (int k = 0; k + 128 <= n; k += stride) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j ^ t);
        __syncthreads();
        if (t == 0 && tile[0] < 1e-3f)
            stride = 256;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
