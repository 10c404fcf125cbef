// kpipe: --stages 2
// Rows of five: a row begins at no multiple of a vector.
__global__ void __launch_bounds__(256) sums(const float *__restrict__ k, float *out, int n, int d)
{
    __shared__ float ks[64 * 16];
    float sum = 0.f;

    for (int j = 0; j < n; j++) {
        for (int x = 0; x < 4; x++)
            ks[threadIdx.x % 200 * 5 + x] = k[j * 1024 + threadIdx.x % 200 * 5 + x];
        __syncthreads();
        for (int r = 0; r < 64 * 16; r++)
            sum += ks[r];
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *k, float *out, int n, int d)
{
    sums<<<16, 256>>>(k, out, n, d);
}
