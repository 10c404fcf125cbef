// Sizes from macros that are computed from other macros.
#define WARPS 4
#define THREADS (WARPS * 32)
#define ROWS_PER_WARP 8
#define ROWS (WARPS * ROWS_PER_WARP)
#define PAD 1

__global__ void rows_dot(const float *__restrict__ A, const float *__restrict__ x,
                         float *__restrict__ y, int n)
{
    __shared__ float as[ROWS][32 + PAD];
    __shared__ float xs[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float sum[ROWS_PER_WARP] = {};

    for (int k = 0; k < n; k += 32) {
        for (int i = threadIdx.x; i < ROWS * 32; i += THREADS)
            as[i / 32][i % 32] = A[(blockIdx.x * ROWS + i / 32) * n + k + i % 32];
        if (threadIdx.x < 32)
            xs[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int r = 0; r < ROWS_PER_WARP; ++r)
            sum[r] += as[warp * ROWS_PER_WARP + r][lane] * xs[lane];
        __syncthreads();
    }
    for (int r = 0; r < ROWS_PER_WARP; ++r) {
        for (int m = 16; m > 0; m /= 2)
            sum[r] += __shfl_xor_sync(0xffffffff, sum[r], m);
        if (lane == 0)
            y[blockIdx.x * ROWS + warp * ROWS_PER_WARP + r] = sum[r];
    }
}
