// kpipe: --prefetch replace
// The registers are members of a record, of which a template has a reference.
struct Frags {
    float4 a;
    float4 b;
};
template <int BK> __device__ __forceinline__ void load_frags(Frags &f, const float *p, const float *q, int tile)
{
    f.a = *reinterpret_cast<const float4 *>(p + tile * BK + threadIdx.x * 4);
    f.b = *reinterpret_cast<const float4 *>(q + tile * BK + threadIdx.x * 4);
}
__device__ __forceinline__ void store_frags(float *s, float *z, const Frags &f)
{
    *reinterpret_cast<float4 *>(s + threadIdx.x * 4) = f.a;
    *reinterpret_cast<float4 *>(z + threadIdx.x * 4) = f.b;
}
__global__ void __launch_bounds__(128) dot(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float As[512], Bs[512];
    const int t = threadIdx.x;
    float sum = 0.0f;
    Frags f;
    load_frags<512>(f, A, B, 0);
    for (int k0 = 0; k0 < n; k0 += 1) {
        store_frags(As, Bs, f);
        __syncthreads();
        if (k0 + 1 < n)
            load_frags<512>(f, A, B, k0 + 1);
        for (int i = 0; i < 16; i++)
            sum += As[(i * 33 + t * 5) % 512] * Bs[(i * 17 + t) % 512];
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = sum;
}
