// kpipe: --variant ldg
// The bumped pointer lives on.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int m, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    const float *p = x;
    float sum = 0.0f;

    for (int k = 0; k < n / 128; ++k) {
        xs[t] = p[t];
        p += 128;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k * 128 + j) * m + row] * xs[j];
        __syncthreads();
    }
    while (p < x + n)
        sum += *p++;
    y[row] = sum;
}
