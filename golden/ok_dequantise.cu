// Two nibbles per byte and a scale per group: one load, two stores.
__global__ void dequant_gemv(const unsigned char *__restrict__ q, const float *__restrict__ scale,
                             const float *__restrict__ W, float *__restrict__ y, int n)
{
    __shared__ float xs[256];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        const unsigned char two = q[k / 2 + t];
        const float s = scale[k / 256];
        xs[2 * t] = ((two & 15) - 8) * s;
        xs[2 * t + 1] = ((two >> 4) - 8) * s;
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += W[(k + j) * n + row] * xs[j];
        __syncthreads();
    }
    y[row] = sum;
}
