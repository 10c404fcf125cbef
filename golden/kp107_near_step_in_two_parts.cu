// The step moves two variables, one of them by what is the thread's own; the other one counts.
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x, b = blockIdx.x;
    float sum = 0.0f;
    const float *p = x;

    for (int i = t; i < n + t; i += 128, p += t) {
        tile[t] = *p;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[b * 128 + t] = sum;
}
