// Each statement of assembly sets an element, and leaves the others as they are.
__global__ void __launch_bounds__(64) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        float v[2];
        asm("ld.global.f32 %0, [%1];" : "=f"(v[0]) : "l"(x + k + t));
        asm("ld.global.f32 %0, [%1];" : "=f"(v[1]) : "l"(x + k + t + 64));
        xs[t] = v[0];
        xs[t + 64] = v[1];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[(j + t) % 128] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

__global__ void __launch_bounds__(64) some(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        float v[3] = {1.0f, 0.0f, 2.0f};
        asm("{.reg .pred p; setp.ne.b32 p, %2, 0; @p ld.global.f32 %0, [%1];}" : "+f"(v[1]) : "l"(x + k + t), "r"(t & 1));
        xs[t] = v[0] + v[1] * v[2];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += xs[(j + t) % 64] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

__global__ void __launch_bounds__(64) chosen(const float *__restrict__ x, const int *__restrict__ list, float *__restrict__ y, int n)
{
    __shared__ float xs[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        int v[2];
        asm("ld.global.s32 %0, [%1];" : "=r"(v[0]) : "l"(list + k + t));
        asm("ld.global.s32 %0, [%1];" : "=r"(v[1]) : "l"(x + v[0]));
        xs[t] = __int_as_float(v[1]);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += xs[(j + t) % 64] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}

__global__ void __launch_bounds__(64) again(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[64];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 64) {
        int v[2];
        v[0] = k + t;
        v[1] = k;
        asm("{.reg .u64 q; mad.wide.s32 q, %2, 4, %1; ld.global.s32 %0, [q];}" : "=r"(v[0]) : "l"(x), "r"(v[0]));
        xs[t] = v[0] + v[1];
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += xs[(j + t) % 64] * j;
        __syncthreads();
    }
    y[blockIdx.x * 64 + t] = sum;
}
