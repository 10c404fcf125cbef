// cg::sync() of a tile of threads is no barrier of the block.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        cg::sync(warp);
        for (int j = 0; j < 32; ++j)
            sum += A[(k + t / 32 * 32 + j) * n + row] * xs[t / 32 * 32 + j];
        cg::sync(warp);
    }
    y[row] = sum;
}
