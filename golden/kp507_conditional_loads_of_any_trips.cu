// kpipe: --no-widen
// Each load is a branch in a loop that threads leave at will, and waits for those before it: of two
// bytes, which cp.async does not copy, and whose rows begin anywhere.
__global__ void window(const short *__restrict__ in, const float *__restrict__ w, float *__restrict__ out, int C,
                       int H, int W, int R)
{
    extern __shared__ short tile[];
    const int side = blockDim.x + R - 1, x0 = blockIdx.x * blockDim.x, y0 = blockIdx.y * blockDim.x;
    float sum = 0.0f;

    for (int c = 0; c < C; ++c) {
        for (int y = threadIdx.y; y < side; y += blockDim.x)
            for (int x = threadIdx.x; x < side; x += blockDim.x) {
                if (y0 + y < H && x0 + x < W)
                    tile[y * side + x] = in[(c * H + y0 + y) * W + x0 + x];
                else
                    tile[y * side + x] = 0;
            }
        __syncthreads();
        for (int p = 0; p < R; ++p)
            for (int q = 0; q < R; ++q)
                sum += tile[(threadIdx.y + p) * side + threadIdx.x + q] * w[(c * R + p) * R + q];
        __syncthreads();
    }
    if (y0 + threadIdx.y < H && x0 + threadIdx.x < W)
        out[(y0 + threadIdx.y) * W + x0 + threadIdx.x] = sum;
}

void launch(const short *in, const float *w, float *out, int C, int H, int W, int R, dim3 grid, dim3 block, int bytes)
{
    window<<<grid, block, bytes>>>(in, w, out, C, H, W, R);
}
