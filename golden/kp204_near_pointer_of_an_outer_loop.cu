// kpipe: --stages 2 --no-widen
// The pointer is another one each time round the outer loop: the test, which is made there, names what it is then.
__global__ void products(const float *in, float *out, int stride, int n, int m)
{
    __shared__ float tile[32][32];
    float sums[4];

    for (int part = 0; part < m; part++) {
        for (int s = blockIdx.x * 32; s < n; s += 32 * gridDim.x) {
            for (int v = 0; v < 4; v++)
                tile[threadIdx.y + v * 8][threadIdx.x] = in[(s + threadIdx.y + v * 8) * stride + threadIdx.x];
            __syncthreads();
            for (int v = 0; v < 4; v++)
                sums[v] = part;
            for (int k = 0; k < 32; k++)
                for (int v = 0; v < 4; v++)
                    sums[v] += tile[threadIdx.y + v * 8][k] * k;
            for (int v = 0; v < 4; v++)
                out[(s + threadIdx.y + v * 8) * stride + threadIdx.x] = sums[v];
            __syncthreads();
        }
        in += 32;
    }
}

void run(const float *in, float *out, int stride, int n, int m)
{
    products<<<dim3(8), dim3(32, 8)>>>(in, out, stride, n, m);
}
