// A seven-point 1-D stencil on many lines. A block walks along its line; the last points of a tile
// stay in shared memory as the left halo of the next one, so every point is read once.
#define RADIUS 3
#define TILE 256

__global__ void stencil(const float *__restrict__ in, const float *__restrict__ weights,
                        float *__restrict__ out, int len)
{
    __shared__ float s[TILE + 2 * RADIUS];

    const int tx = threadIdx.x;
    in += (size_t)blockIdx.x * len;
    out += (size_t)blockIdx.x * len;

    if (tx < 2 * RADIUS)
        s[tx] = 0.0f;

    // s[RADIUS + i] is point x0 - RADIUS + i: the tile lags RADIUS points behind what was read.
    for (int x0 = 0; x0 < len + RADIUS; x0 += TILE) {
        s[2 * RADIUS + tx] = x0 + tx < len ? in[x0 + tx] : 0.0f;
        __syncthreads();

        float sum = 0.0f;
        for (int i = 0; i <= 2 * RADIUS; ++i)
            sum += weights[i] * s[tx + i];
        const int x = x0 + tx - RADIUS;
        if (x >= 0 && x < len)
            out[x] = sum;
        const float keep = tx < 2 * RADIUS ? s[TILE + tx] : 0.0f;
        __syncthreads();

        if (tx < 2 * RADIUS)
            s[tx] = keep;
    }
}

void launch_stencil(const float *in, const float *weights, float *out, int lines, int len,
                    cudaStream_t stream)
{
    stencil<<<lines, TILE, 0, stream>>>(in, weights, out, len);
}
