// Compute reads the pointer that the load phase has moved: it must see the value of its own
// iteration.
__global__ void weighted(const float *__restrict__ x, const float *__restrict__ w,
                         float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const float *src = x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = src[t];
        src += 128;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * w[(src - x) + j - 128 + t % 2];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
