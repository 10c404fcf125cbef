// Variables of the function that assembly loads: the fetch has variables of its own, as the function's have values of the
// iteration before, which one kernel stores and the other one leaves behind the loop.

__global__ void __launch_bounds__(256) sums(const float2 *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[256];
    const int t = threadIdx.x;
    float sum = 0.0f, v = 0.0f, w = 1.0f;

    for (int k = 0; k < n; k += 256) {
        v = w = 0.0f;
        if (k + t < n)
            asm volatile("ld.global.v2.f32 {%0, %1}, [%2];" : "=f"(v), "=f"(w) : "l"(&x[k + t]));
        xs[t] = w + v;
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += xs[(j + t) % 256] * j;
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum + v;
}

__global__ void __launch_bounds__(256) pairs(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[256];
    const int t = threadIdx.x;
    float sum = 0.0f, v = 3.0f;

    for (int k = 0; k < n; k += 256) {
        float last = v;
        asm volatile("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(&x[k + t]));
        xs[t] = v - last;
        __syncthreads();
        for (int j = 0; j < 256; ++j)
            sum += xs[(j + t) % 256] * j;
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}
