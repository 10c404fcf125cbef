// Convolution: filter rows, filter columns and channels around one tile.
__global__ void conv(const float *__restrict__ in, const float *__restrict__ w,
                     float *__restrict__ out, int C, int H, int W)
{
    __shared__ float row[130];
    const int t = threadIdx.x;
    const int y = blockIdx.y, x0 = blockIdx.x * 128;
    float sum = 0.0f;

    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < C; ++c) {
            for (int i = t; i < 130; i += 128) {
                const int xx = x0 + i - 1, yy = y + r - 1;
                row[i] = xx >= 0 && xx < W && yy >= 0 && yy < H ? in[(c * H + yy) * W + xx] : 0.0f;
            }
            __syncthreads();
            for (int s = 0; s < 3; ++s)
                sum += row[t + s] * w[(c * 3 + r) * 3 + s];
            __syncthreads();
        }
    if (x0 + t < W)
        out[y * W + x0 + t] = sum;
}
