// kpipe: --variant cp-async
// The second copy writes one of the two elements of the first: it has to come last.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     const float *__restrict__ z, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float xs[512];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        *reinterpret_cast<float2 *>(&xs[4 * t]) = *reinterpret_cast<const float2 *>(&x[2 * (k + t)]);
        xs[4 * t + 1] = z[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * 128 + t] * xs[4 * j] + xs[4 * j + 1];
        __syncthreads();
    }
    y[t] = sum;
}
