// An attribute that calls nothing.
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        [[maybe_unused]] const float v = xs[127 - t];
        sum += v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
