// kpipe: --variant ldg
// The counter begins below zero, which is far above the bound: sixteen trips, not none.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[4096];
    const unsigned t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 4096) {
        for (unsigned i = 4294967040u; i + 256u <= 3840u; i += 256u)
            xs[i + 256u + t] = x[k + i + 256u + t];
        __syncthreads();
        for (int j = 0; j < 4096; ++j)
            sum += A[(k + j) * 256 + t] * xs[j];
        __syncthreads();
    }
    y[t] = sum;
}
