// kpipe: --variant ldg
// A local of the load phase that compute needs as well.
__global__ void grouped(const float *__restrict__ x, const int *__restrict__ group,
                        float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const int g = group[k / 128];
        xs[t] = x[g * 128 + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (g + j);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
