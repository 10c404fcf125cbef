// The same in assembly, to an address that is an integer.
#include <cstdint>
#define COPY16(to, from) \
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;\n" ::"r"(to), "l"(from), "n"(16) : "memory")
#define COMMIT() asm volatile("cp.async.commit_group;\n" ::)
#define WAIT(N) asm volatile("cp.async.wait_group %0;\n" ::"n"(N))
#define WAIT_ALL() asm volatile("cp.async.wait_all;\n" ::: "memory")
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float s[256];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 256) {
        uint32_t to = (uint32_t)__cvta_generic_to_shared(&s[4 * t]);
        COPY16(to, &x[i + 4 * t]);
        COMMIT();
        WAIT(0);
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += s[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
