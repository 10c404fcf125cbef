// A trip may end in the middle: only loops that leave by their condition are cut.
__global__ void gemv(const unsigned char *__restrict__ q, float *__restrict__ y, int n, int skip)
{
    __shared__ float xs[256];
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (int i = threadIdx.x; i < 256; i += blockDim.x) {
            if (i == skip)
                break;
            xs[i] = 0.5f * q[k + i];
        }
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += xs[j] * xs[(j + threadIdx.x) % 256];
        __syncthreads();
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
