// while (n--): the condition steps.
__global__ void chunks(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    x += blockIdx.x * n * 128;
    while (n--) {
        xs[t] = x[t];
        x += 128;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j ^ t) + n;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum + n;
}
