// kpipe: -v
// A comment of its own speaks of the loop behind the pragma; the other kernel is none of its business.
__global__ void one(const float *__restrict__ x, const float *__restrict__ w,
                        float *__restrict__ out, int n)
{
    __shared__ float ws[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: off(KP712): kept as it is for the paper
    #pragma unroll 1
    for (int k = 0; k < n; k += 128) {
        ws[t] = w[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += x[(blockIdx.x * 128 + t) * n + k + j] * ws[j];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}

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
