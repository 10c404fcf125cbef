// kpipe: --arch sm_90
// Compute loads once, and then works on the tile.
__global__ void __launch_bounds__(256)
    weights(const float *__restrict__ x, const float *__restrict__ W, float *__restrict__ out, int n,
            int cols)
{
    __shared__ float tile[256];
    const int t = threadIdx.x, c = blockIdx.x * 256 + t;
    float sum = 0;

    for (int first = 0; first < n; first += 256) {
        const int len = first + 256 > n ? n - first : 256;
        if (first + t < n)
            tile[t] = x[(size_t)blockIdx.y * n + first + t];
        __syncthreads();
        const float w = W[(size_t)first * cols + c];
        for (int j = 0; j < len; ++j)
            sum += tile[j] * w;
        __syncthreads();
    }
    out[(size_t)blockIdx.y * cols + c] = sum;
}

void launch(const float *x, const float *W, float *out, int n, int cols, int rows)
{
    weights<<<dim3(cols / 256, rows), 256>>>(x, W, out, n, cols);
}
