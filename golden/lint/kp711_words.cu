// Four words per thread and tile, side by side.
__global__ void __launch_bounds__(256) dot(const float *__restrict__ x, float *__restrict__ y, int k)
{
    __shared__ float tile[64][16];
    int t = threadIdx.x;
    float sum = 0.0f;

    for (int k0 = 0; k0 < k; k0 += 16) {
        for (int i = t; i < 64 * 16; i += 256)
            tile[i / 16][i % 16] = x[(blockIdx.x * 64 + i / 16) * k + k0 + i % 16];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += tile[t / 4][i];
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}

void run(const float *x, float *y, int k)
{
    dot<<<1000, 256>>>(x, y, k);
}
