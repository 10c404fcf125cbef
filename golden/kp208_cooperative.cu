// All blocks must be resident at once: more shared memory per block could make the launch fail.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void power_iteration(const float *__restrict__ A, float *v, float *next, int n,
                                int rounds)
{
    __shared__ float vs[128];
    cg::grid_group grid = cg::this_grid();
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;

    for (int r = 0; r < rounds; ++r) {
        float sum = 0.0f;
        for (int k = 0; k < n; k += 128) {
            vs[t] = v[k + t];
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += A[(k + j) * n + row] * vs[j];
            __syncthreads();
        }
        next[row] = sum;
        grid.sync();
        v[row] = next[row];
        grid.sync();
    }
}
