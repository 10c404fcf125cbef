// `start + 4 <= n` may wrap round: how often the loop runs is not known, and need not be.
__global__ void scale(const float *__restrict__ x, float *__restrict__ y, int n, unsigned start)
{
    __shared__ float s[4096];
    float sum = 0.0f;

    for (int k = 0; k < n; k += 4096) {
        for (unsigned i = start; i + 256 <= 4096u; i += 256)
            s[i + threadIdx.x] = 2.0f * x[k + i + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 4096; ++j)
            sum += s[j];
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}
