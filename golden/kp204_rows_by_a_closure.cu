// kpipe: --stages 2
// A closure that is not followed, as it returns a reference, stores a row of its own: nothing bounds the rows.
__global__ void sums(const float *in, float *out, int stride, int n)
{
    __shared__ float tile[32][32];
    const int tx = threadIdx.x;
    int ty[4], other = 0;
    float sum[4];

    for (int v = 0; v < 4; v++)
        ty[v] = threadIdx.y + v * 8;
    auto set = [&](int i, int to) -> int & {
        ty[i] = to;
        return other;
    };
    for (int s = blockIdx.x * 32; s < n; s += 32 * gridDim.x) {
        for (int v = 0; v < 4; v++)
            tile[threadIdx.y + v * 8][tx] = in[(s + threadIdx.y + v * 8) * stride + tx];
        __syncthreads();
        for (int v = 0; v < 4; v++)
            sum[v] = 0;
        for (int k = 0; k < 32; k++)
            for (int v = 0; v < 4; v++)
                sum[v] += tile[threadIdx.y + v * 8][k];
        other += set(3, 1000 + threadIdx.y);
        for (int v = 0; v < 4; v++)
            out[(s + ty[v]) * stride + tx] = sum[v];
        __syncthreads();
    }
    out[0] += other;
}

void run(const float *in, float *out, int stride, int n) { sums<<<8, dim3(32, 8)>>>(in, out, stride, n); }
