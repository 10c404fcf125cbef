// A closure puts the tile's address into a pointer of the kernel, by way of its own parameter.
__global__ void halves(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    float *p = y;
    auto set = [&](float *q) { p = q; };
    set(xs);

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        p[t] = p[t] * 0.5f;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j];
        __syncthreads();
    }
    y[t] = sum;
}
