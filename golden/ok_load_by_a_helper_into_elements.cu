// A helper's assembly loads into elements of an array, one by one.
#define T 64
__device__ __forceinline__ void load(float4 &to, const float4 *p)
{
    asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(to.x), "=f"(to.y), "=f"(to.z), "=f"(to.w)
                 : "l"(p));
}

__global__ void __launch_bounds__(T) sums(const float4 *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float4 xs[2 * T];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; ++k) {
        float4 v[2];
        load(v[0], x + k * 2 * T + t);
        load(v[1], x + k * 2 * T + T + t);
        xs[t] = v[0];
        xs[t + T] = v[1];
        __syncthreads();
        for (int j = 0; j < 2 * T; ++j)
            sum += xs[j].x * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * T + t] = sum;
}
