// kpipe: --variant cp-async
// What is made of an address bit by bit is another thing 512 bytes further on.
__device__ unsigned swizzled(unsigned a)
{
    return a ^ (a >> 9 & 1) * 4;
}

__device__ unsigned address_of(const float *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

__global__ void here(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        unsigned a = (unsigned)__cvta_generic_to_shared(&s[t ^ 2]);
        a ^= (a >> 9 & 1) * 4;
        float v;
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(a));
        sum = sum * 0.5f + v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void through_functions(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        float v;
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(swizzled(address_of(s) + 4 * t)));
        sum = sum * 0.5f + v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void by_a_cast(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        size_t a = reinterpret_cast<size_t>(s + t);
        a = a / 512 * 512 + (a + 4) % 512;
        sum = sum * 0.5f + *reinterpret_cast<float *>(a);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
