// The helper's pointer is a part of the caller's array, by an address and by a sum; one helper calls another.
__device__ void load_one(float *to, const float *src, int at)
{
    *to = src[at];
}

__device__ void load_two(float *frag, const float *src, int at)
{
    load_one(&frag[0], src, at);
    load_one(&frag[1], src, at + 128);
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
    float sum = 0.0f;

    for (int k = 0; k < n; k += 512) {
        float frag[4];
        load_two(frag, A, k + t);
        load_two(frag + 2, A, k + t + 256);
        store_four(As, frag);
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            sum += As[(j * 33 + t * 5) % 512] * (t + j);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
