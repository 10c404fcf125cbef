// kpipe: --variant cp-async
// The zero stands in the else of another condition: between m and n an element keeps what it was
// (m is at least 128).
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int m, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int inside = 0;

    for (int k = 0; k < n; k += 128) {
        if (k + t < m)
            xs[t] = x[k + t];
        if (k + t < n)
            ++inside;
        else
            xs[t] = 0.0f;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * 128 + t] * xs[j];
        __syncthreads();
    }
    y[t] = sum + inside;
}
