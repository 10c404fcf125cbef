// What the helper does not load is compute's: the next tile needs this iteration's result.
__device__ void load_three(float *frag, const float *src, int at)
{
    for (int i = 0; i < 3; ++i)
        frag[i] = src[at + i * 128];
}

__device__ void store_four(float *tile, const float *regs)
{
    for (int i = 0; i < 4; ++i)
        tile[threadIdx.x + i * 128] = regs[i];
}

__global__ void __launch_bounds__(128) gemv(const float *__restrict__ A, float *__restrict__ y, int n)
{
    __shared__ float As[512];
    const int t = threadIdx.x;
    float sum = 0.0f, frag[4] = {0.0f, 0.0f, 0.0f, 1.0f};

    for (int k = 0; k < n; k += 512) {
        load_three(frag, A, k + t);
        store_four(As, frag);
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            sum += As[(j * 33 + t * 5) % 512] * (frag[3] += 1.0f);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
