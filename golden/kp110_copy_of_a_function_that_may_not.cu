// Which threads copy only the function knows.
#include <cstdint>
__device__ __forceinline__ void copy16(void *to, const void *from)
{
    const int BYTES = 16;
    uint32_t shared = static_cast<uint32_t>(__cvta_generic_to_shared(to));
    if (threadIdx.x & 1)
        return;
    asm volatile("{\n"
                 "   cp.async.cg.shared.global [%0], [%1], %2;\n"
                 "}\n" ::"r"(shared), "l"(from), "n"(BYTES));
}
__device__ __forceinline__ void commit() { asm volatile("cp.async.commit_group;\n" ::); }
__device__ __forceinline__ void wait_all() { asm volatile("cp.async.wait_group 0;\n" ::); }
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float s[256];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 256) {
        copy16(&s[4 * t], &x[i + 4 * t]);
        commit();
        wait_all();
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += s[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
