// Tiles of 16 rows and 32 columns that nobody says: neither is constant, and
// The caller says them: sizes like others, which the kernel does not bear.
#include <cmath>
#include <cstdlib>

__global__ void rows(const float *__restrict__ in, float *__restrict__ out, int n, int width, int tiles, int side)
{
    __shared__ float tile[16][32];
    float sum = 0.0f;

    for (int t = 0; t < tiles; ++t) {
        for (int r = threadIdx.x / 32; r < side; r += 2)
            tile[r][threadIdx.x % 32] = in[(t * side + r) * width + threadIdx.x % 32];
        __syncthreads();
        for (int r = 0; r < side; ++r)
            sum += tile[r][threadIdx.x % 32] * (blockIdx.x + 1);
        __syncthreads();
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}

void run(const float *in, float *out, int n, int width, int side, int tiles)
{
    rows<<<n / 64, 64>>>(in, out, n, width, tiles, side);
}
