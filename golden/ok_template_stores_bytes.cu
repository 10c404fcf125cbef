// kpipe: --variant cp-async
// The loop as written stands beside wider copies: a byte that a choice made wider is stored as a byte, whatever the tree says.
template <int TW, int TR>
__global__ void __launch_bounds__(256) sums(const signed char *__restrict__ A, float *__restrict__ out, int n, int m)
{
    __shared__ signed char As[TW][TR + 4];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int t = ty * 16 + tx;
    const int row = blockIdx.x * TR;
    float sum = 0.0f;

    for (int k = 0; k < n; k += TW) {
        As[ty][tx] = row + tx < m && k + ty < n ? A[(k + ty) * m + row + tx] : 0;
        __syncthreads();
        for (int j = 0; j < TW; ++j)
            sum += As[j][(t * 3 + j) % TR];
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = sum;
}

void launch(const signed char *A, float *out, int n, int m, int blocks)
{
    sums<16, 16><<<blocks, dim3(16, 16)>>>(A, out, n, m);
}
