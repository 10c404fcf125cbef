// The store takes j from the line above it; what is loaded into j further down is another matter.
__global__ void gemv(const float *__restrict__ x, const float *__restrict__ w,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f, j;

    for (int k = 0; k < n; k += 128) {
        j = k % 256 ? -1.0f : 1.0f;
        xs[t] = x[k + t] * j;
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += xs[i];
        j = w[k / 128];
        sum *= j;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
