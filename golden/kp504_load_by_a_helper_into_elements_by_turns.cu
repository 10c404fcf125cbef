// A helper's assembly loads into elements of an array whose numbers the loop, or the helper, sets.
#define T 64
__device__ __forceinline__ void load(float4 &to, const float4 *p)
{
    asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(to.x), "=f"(to.y), "=f"(to.z), "=f"(to.w)
                 : "l"(p));
}

__device__ __forceinline__ void load_next(float4 &to, const float4 *p, int &i)
{
    i ^= 1;
    asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(to.x), "=f"(to.y), "=f"(to.z), "=f"(to.w)
                 : "l"(p));
}

__global__ void __launch_bounds__(T) turns(const float4 *__restrict__ x, float *__restrict__ y,
                                           int n)
{
    __shared__ float4 xs[T];
    const int t = threadIdx.x;
    float sum = 0;
    float4 v[2] = {};
    for (int k = 0; k < n; ++k) {
        load(v[k % 2], x + k * T + t);
        xs[t] = v[0];
        __syncthreads();
        for (int j = 0; j < T; ++j)
            sum += xs[j].x * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * T + t] = sum;
}

__global__ void __launch_bounds__(T) moves(const float4 *__restrict__ x, float *__restrict__ y,
                                           int n)
{
    __shared__ float4 xs[T];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; ++k) {
        float4 v[2] = {};
        int i = 0;
        load_next(v[i], x + k * T + t, i);
        xs[t] = v[i];
        __syncthreads();
        for (int j = 0; j < T; ++j)
            sum += xs[j].x * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * T + t] = sum;
}
