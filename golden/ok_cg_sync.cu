// Barriers spelled cg::sync(block) and block.sync().
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    auto block = cg::this_thread_block();
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        cg::sync(block);
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * n + row] * xs[j];
        block.sync();
    }
    y[row] = sum;
}
