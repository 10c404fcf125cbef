// A call reads what the closure has copied.
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int at = 0;
    auto next = [at]() { return at + 1; };

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t] * next();
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum + at;
}
