// kpipe: -v
__global__ void one(const float *__restrict__ x, const float *__restrict__ w,
                        float *__restrict__ out, int n)
{
    __shared__ float ws[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) { // NOLINT(kpipe-not-pipelined)
        ws[t] = w[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += x[(blockIdx.x * 128 + t) * n + k + j] * ws[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}

// NOLINTBEGIN(KP712)
__global__ void two(const float *__restrict__ x, const float *__restrict__ w,
                        float *__restrict__ out, int n)
{
    __shared__ float ws[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        ws[t] = w[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += x[(blockIdx.x * 128 + t) * n + k + j] * ws[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
// NOLINTEND(KP712)

__global__ void three(const float *__restrict__ x, const float *__restrict__ w,
                        float *__restrict__ out, int n)
{
    __shared__ float ws[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // NOLINTNEXTLINE
    for (int k = 0; k < n; k += 128) {
        ws[t] = w[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += x[(blockIdx.x * 128 + t) * n + k + j] * ws[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
