// Two K-loops with a tile each.
__global__ void two_passes(const float *__restrict__ x, const float *__restrict__ w,
                           float *__restrict__ y, int n)
{
    const int t = threadIdx.x;
    float a = 0.0f, b = 0.0f;

    for (int k = 0; k < n; k += 128) {
        __shared__ float xs[128];
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            a += xs[j] * (j ^ t);
        __syncthreads();
    }
    for (int k = 0; k < n; k += 128) {
        __shared__ float ws[128];
        ws[t] = w[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            b += ws[j] * (j - t) * a;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = b;
}
