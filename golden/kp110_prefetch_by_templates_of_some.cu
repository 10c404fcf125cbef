// kpipe: --prefetch replace
// The function that stores takes one element more than is loaded: that one has been set once, in front of the loop.
template <int N> __device__ __forceinline__ void load_regs(float (&r)[4], const float *p)
{
#pragma unroll
    for (int i = 0; i < N; i++)
        r[i] = p[threadIdx.x + i * 128];
}
template <int N> __device__ __forceinline__ void store_regs(float *s, const float (&r)[N])
{
#pragma unroll
    for (int i = 0; i < N; i++)
        s[threadIdx.x + i * 128] = r[i];
}
__global__ void __launch_bounds__(128) gemv(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float As[512];
    const int t = threadIdx.x;
    float sum = 0.0f;
    float regs[4];
    load_regs<4>(regs, A);
    for (int k0 = 0; k0 < n; k0 += 512) {
        store_regs<4>(As, regs);
        __syncthreads();
        if (k0 + 512 < n)
            load_regs<3>(regs, A + (k0 + 512));
        for (int i = 0; i < 16; i++)
            sum += As[(i * 33 + t * 5) % 512];
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = sum;
}
