// kpipe: --stages 2
// The rows that are stored stand in an array that another function sets.
__device__ void choose(int *rows, int n);

__global__ void products(const float *in, float *out, int stride, int n)
{
    __shared__ float tile[32][32];
    int ty[4];
    float sums[4];

    for (int v = 0; v < 4; v++)
        ty[v] = threadIdx.y + v * 8;
    choose(ty, 4);
    for (int s = blockIdx.x * 32; s < n; s += 32 * gridDim.x) {
        for (int v = 0; v < 4; v++)
            tile[threadIdx.y + v * 8][threadIdx.x] = in[(s + threadIdx.y + v * 8) * stride + threadIdx.x];
        __syncthreads();
        for (int v = 0; v < 4; v++)
            sums[v] = 0;
        for (int k = 0; k < 32; k++)
            for (int v = 0; v < 4; v++)
                sums[v] += tile[threadIdx.y + v * 8][k] * k;
        for (int v = 0; v < 4; v++)
            out[(s + ty[v]) * stride + threadIdx.x] = sums[v];
        __syncthreads();
    }
}

void run(const float *in, float *out, int stride, int n)
{
    products<<<dim3(8), dim3(32, 8)>>>(in, out, stride, n);
}
