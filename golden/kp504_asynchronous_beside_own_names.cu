// The copies are asynchronous as written, and a call of CUDA's commit would be ambiguous.
namespace o { __device__ void __pipeline_commit(); }
using namespace o;
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 64) {
        unsigned a = (unsigned)__cvta_generic_to_shared(&s[t]);
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(a), "l"(&x[i + t]));
        asm volatile("cp.async.commit_group;");
        asm volatile("cp.async.wait_group 0;");
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += s[j] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
