// The types of a lambda are its calls': here two.
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    auto total = [](auto a, auto b) { return a + b; };

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += total(xs[127 - t], 1.0f);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = total(sum, n);
}
