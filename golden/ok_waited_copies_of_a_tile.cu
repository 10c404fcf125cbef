// A function that copies a tile and commits: its loop is in the place of the call.
__device__ __forceinline__ void cp_async16(void *dst, const void *src)
{
    unsigned s = static_cast<unsigned>(__cvta_generic_to_shared(dst));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(s), "l"(src));
}
__device__ __forceinline__ void cp_async_fence() { asm volatile("cp.async.commit_group;\n" ::); }
template <int N>
__device__ __forceinline__ void cp_async_wait()
{
    asm volatile("cp.async.wait_group %0;\n" ::"n"(N));
}
__device__ __forceinline__ void load_tile(float *dst, const float *src, int i)
{
    for (int j = threadIdx.x; j < 64; j += 64)
        cp_async16(&dst[4 * j], &src[i + 4 * j]);
    cp_async_fence();
}
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) float s[256];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int i = 0; i < n; i += 256) {
        load_tile(s, x, i);
        
        cp_async_wait<0>();
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            acc += s[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = acc;
}
void run(const float *x, float *y, int n) { k<<<8, 64>>>(x, y, n); }
