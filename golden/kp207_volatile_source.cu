// Somebody else changes x while the kernel runs.
__global__ void poll(const volatile float *x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += (j ^ t) * xs[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
