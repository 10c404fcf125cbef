// kpipe: -v
// Other codes, a word that is no `off`, and a comment elsewhere.
// kpipe: off(KP204, bank-*): that is for lint
__global__ void one(const float *__restrict__ x, const float *__restrict__ w,
                        float *__restrict__ out, int n)
{
    __shared__ float ws[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: offline
    // NOLINTNEXTLINE(bugprone-*)
    for (int k = 0; k < n; k += 128) {
        ws[t] = w[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += x[(blockIdx.x * 128 + t) * n + k + j] * ws[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
// kpipe: off: nothing stands here


// NOLINTBEGIN
// NOLINTEND
__global__ void two(const float *__restrict__ x, const float *__restrict__ w,
                        float *__restrict__ out, int n)
{
    __shared__ float ws[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: off
    sum = 1.0f;
    for (int k = 0; k < n; k += 128) {
        ws[t] = w[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += x[(blockIdx.x * 128 + t) * n + k + j] * ws[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
