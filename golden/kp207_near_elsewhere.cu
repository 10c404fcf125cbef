// Only the warp-synchronous reduction behind the loop is volatile.
__global__ void dot(const float *__restrict__ x, const float *__restrict__ w,
                    float *__restrict__ y, int n)
{
    __shared__ float ws[128];
    __shared__ volatile float part[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        ws[t] = w[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += x[(blockIdx.x * 128 + t) * n + k + j] * ws[j];
        __syncthreads();
    }
    part[t] = sum;
    __syncthreads();
    if (t < 64)
        part[t] = part[t] + part[t + 64];
    __syncthreads();
    if (t == 0) {
        sum = 0.0f;
        for (int j = 0; j < 64; ++j)
            sum += part[j];
        y[blockIdx.x] = sum;
    }
}
