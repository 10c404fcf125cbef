// kpipe: -v --variant ldg
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Samples do not know how many threads the group says it has: an index made of that may be in front of the array.
__global__ void k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float s[64];
    auto block = cg::this_thread_block();
    const int t = (int)threadIdx.x - (int)block.num_threads() + 64;
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
