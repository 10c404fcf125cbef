// A tile of 32 threads is not the block.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void warp_rows(const float *__restrict__ A, const float *__restrict__ x,
                          float *__restrict__ y, int n)
{
    __shared__ float xs[4][32];
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int w = threadIdx.x / 32;
    const int lane = warp.thread_rank();
    const int row = blockIdx.x * 128 + threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 32) {
        xs[w][lane] = x[k + lane];
        warp.sync();
        for (int j = 0; j < 32; ++j)
            sum += A[row * n + k + j] * xs[w][j];
        warp.sync();
    }
    y[row] = sum;
}
