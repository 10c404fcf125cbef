// The loop moves on what the next one reads: kp_fetch would stop in the middle.
__global__ void gemv(const unsigned char *__restrict__ q, float *__restrict__ y, int n)
{
    __shared__ float xs[256];
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        const unsigned char *p = q + k + threadIdx.x;
        for (int i = threadIdx.x; i < 256; i += blockDim.x) {
            xs[i] = 0.5f * *p;
            p += blockDim.x;
        }
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += xs[j] * xs[(j + threadIdx.x) % 256];
        __syncthreads();
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
