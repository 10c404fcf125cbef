// A counter of trips cannot be declared beside a pointer.
__global__ void gemv(const unsigned char *__restrict__ q, float *__restrict__ y, int n)
{
    __shared__ float xs[256];
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        for (const unsigned char *p = q + threadIdx.x; p < q + 256; p += blockDim.x)
            xs[p - q] = 0.5f * p[k];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += xs[j] * xs[(j + threadIdx.x) % 256];
        __syncthreads();
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
