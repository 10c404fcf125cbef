// The closure's pointer means an array that compute writes, in some launches.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128], scratch[128];
    const int t = threadIdx.x;
    const float *from = x;
    float sum = 0.0f;

    auto fetch = [&](int i) { return from[i]; };
    if (n == 128)
        from = scratch;
    for (int k = 0; k < n; k += 128) {
        xs[t] = fetch(k + t);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[k + j] * xs[j];
        scratch[t] = sum;
        __syncthreads();
    }
    y[t] = sum + scratch[127 - t];
}
