// Helpers whose assembly loads into variables that have another name there.
#define T 64
template <int BYTES>
__device__ __forceinline__ void load_if(float4 &v, const void *p, bool yes)
{
    asm volatile("{ .reg .pred q; setp.ne.b32 q, %5, 0; @q ld.global.v4.f32 {%0, %1, %2, %3}, [%4]; }"
                 : "+f"(v.x), "+f"(v.y), "+f"(v.z), "+f"(v.w)
                 : "l"(p), "r"((int)yes));
}

__global__ void __launch_bounds__(T) sums(const float4 *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float4 xs[2 * T];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 2 * T) {
        float4 first = {}, second = {};
        load_if<16>(first, x + k + t, k + t < n);
        load_if<16>(second, x + k + T + t, k + T + t < n);
        xs[t] = first;
        xs[t + T] = second;
        __syncthreads();
        for (int j = 0; j < 2 * T; ++j)
            sum += xs[j].x * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * T + t] = sum;
}
