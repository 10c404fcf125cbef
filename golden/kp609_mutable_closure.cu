// A call changes what the closure has copied, and not the variable of that name.
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int at = 0;
    auto next = [at]() mutable { return ++at; };

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t] * next();
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum + at;
}
