// Registers keep what the last iteration has loaded where this one loads nothing.
struct Frag {
    float v[4];
};

__device__ void load_tile(Frag &f, const float *src, int at, int n)
{
    for (int i = 0; i < 4; ++i)
        if (at + i * 128 < n)
            f.v[i] = src[at + i * 128];
}

__device__ void store_tile(float *tile, const Frag &f)
{
    for (int i = 0; i < 4; ++i)
        tile[threadIdx.x + i * 128] = f.v[i];
}

__global__ void __launch_bounds__(128) gemv(const float *__restrict__ A, float *__restrict__ y, int n)
{
    __shared__ float As[512];
    const int t = threadIdx.x;
    Frag regs = {{1.0f, 2.0f, 3.0f, 4.0f}};
    float sum = 0.0f;

    for (int k = 0; k < n; k += 512) {
        load_tile(regs, A, k + t, n);
        store_tile(As, regs);
        __syncthreads();
        for (int j = 0; j < 16; ++j)
            sum += As[(j * 33 + t * 5) % 512] * (t + j);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
