// kpipe: --stages 2 --no-widen
// What stands in the array is of either of two statements.
__global__ void products(const float *in, float *out, int stride, int n, int m)
{
    __shared__ float tile[32][32];
    int ty[4];
    float sums[4];

    for (int v = 0; v < 4; v++)
        ty[v] = threadIdx.y + v * 8;
    for (int first = m; first > 0; first = first / 2) {
        if (first % 3 == 0)
            for (int v = 0; v < 4; v++)
                ty[v] = threadIdx.y + (3 - v) * 8;
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
}

void run(const float *in, float *out, int stride, int n, int m)
{
    products<<<dim3(8), dim3(32, 8)>>>(in, out, stride, n, m);
}
