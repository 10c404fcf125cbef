// Start and bound carry the same term, but the loop changes it: the bound runs away for some threads.
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x, b = blockIdx.x;
    float sum = 0.0f;
    int at = t;

    for (int i = at; i < n + at; i += 128) {
        tile[t] = x[i];
        at += t;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[b * 128 + t] = sum;
}
