// kpipe: --variant ldg
// Locals declared between and behind the copies, used by compute only.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     const float *__restrict__ bias, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const float *a = A + k * n + row;
        xs[t] = x[k + t];
        float part = bias[k / 128], unused;
        unused = part;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            part += a[j * n] * xs[j];
        sum += part - unused;
        __syncthreads();
    }
    y[row] = sum;
}
