// The leading barrier also publishes `scale`, which was stored in front of the loop.
__global__ void scaled_gemv(const float *__restrict__ A, const float *__restrict__ x,
                            const float *__restrict__ s, float *__restrict__ y, int n)
{
    __shared__ float scale[128];
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    scale[t] = s[t];
    for (int k = 0; k < n; k += 128) {
        __syncthreads();
        xs[t] = x[k + t] * scale[127 - t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
    }
    y[row] = sum;
}
