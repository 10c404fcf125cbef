// block_max() synchronises three times, whenever it is called: its barriers stay in compute.
__device__ float block_max(float v)
{
    __shared__ float part[128];
    part[threadIdx.x] = v;
    __syncthreads();
    for (int s = 64; s > 0; s /= 2) {
        if (threadIdx.x < s)
            part[threadIdx.x] = fmaxf(part[threadIdx.x], part[threadIdx.x + s]);
        __syncthreads();
    }
    v = part[0];
    __syncthreads();
    return v;
}

__global__ void log_sum_exp(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float m = -1e30f, sum = 0.0f;

    for (int i = 0; i < n; i += 128) {
        xs[t] = x[blockIdx.x * n + i + t];
        __syncthreads();
        const float top = fmaxf(m, block_max(xs[127 - t]));
        sum *= expf(m - top);
        for (int j = 0; j < 128; ++j)
            sum += expf(xs[j] - top);
        m = top;
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = m + logf(sum);
}
