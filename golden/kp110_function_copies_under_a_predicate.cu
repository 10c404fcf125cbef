// Only some threads copy, which only the instruction says.
__device__ __forceinline__ void cp_async_pred(void *dst, const void *src, bool pred = true)
{
    const int BYTES = 16;
    unsigned s = static_cast<unsigned>(__cvta_generic_to_shared(dst));
    asm volatile("{\n"
                 "   .reg .pred p;\n"
                 "   setp.ne.b32 p, %0, 0;\n"
                 "   @p cp.async.cg.shared.global [%1], [%2], %3;\n"
                 "}\n" ::"r"((int)pred), "r"(s), "l"(src), "n"(BYTES));
}
__device__ __forceinline__ void cp_async_fence() { asm volatile("cp.async.commit_group;\n" ::); }
template <int N>
__device__ __forceinline__ void cp_async_wait()
{
    asm volatile("cp.async.wait_group %0;\n" ::"n"(N));
}
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float s[256];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 256) {
        cp_async_pred(&s[4 * t], &x[i + 4 * t], t < 64);
        cp_async_fence();
        cp_async_wait<0>();
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += s[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
