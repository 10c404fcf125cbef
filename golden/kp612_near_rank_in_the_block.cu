// kpipe: -v --variant ldg
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// The rank in a block is the thread's number, wherever samples use it.
__global__ void k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[64];
    auto block = cg::this_thread_block();
    const int t = block.thread_rank();
    float sum = 0;

    for (int i = 0; i < n; ++i) {
        s[t] = A[(i * 2 + blockIdx.x) * 64 + t];
        cg::sync(block);
        for (int j = 0; j < 64; ++j)
            sum += s[j ^ t] * (j + 1);
        cg::sync(block);
    }
    C[blockIdx.x * 64 + t] = sum;
}
