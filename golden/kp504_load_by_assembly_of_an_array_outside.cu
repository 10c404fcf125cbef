// The assembly sets an array of the function: it stays where the tile is stored, behind compute, and nothing runs ahead.

__global__ void __launch_bounds__(256) sums(const float2 *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[256];
    const int t = threadIdx.x;
    float sum = 0.0f, v[2];

    for (int k = 0; k < n; k += 256) {
        asm volatile("ld.global.v2.f32 {%0, %1}, [%2];" : "=f"(v[0]), "=f"(v[1]) : "l"(&x[k + t]));
        xs[t] = v[0] + v[1];
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += xs[(j + t) % 256] * j;
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}

// What it sets it also reads, of the iteration before.
__global__ void __launch_bounds__(256) kept(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[256];
    const int t = threadIdx.x;
    float sum = 0.0f, v = 0.0f;

    for (int k = 0; k < n; k += 256) {
        asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p ld.global.f32 %0, [%1]; }"
                     : "+f"(v)
                     : "l"(&x[k + t]), "r"((int)(k + t < n)));
        xs[t] = v;
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += xs[(j + t) % 256] * j;
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}
