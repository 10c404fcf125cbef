// __restrict__ on a closure's parameter ends with the closure: x and y may be one array.
__global__ void prefix(const float *x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        auto fetch = [&](const float *__restrict__ from, int i) { return from[i]; };
        xs[t] = fetch(x, k + t);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j];
        y[k + 128 + t] = sum;
        __syncthreads();
    }
}
