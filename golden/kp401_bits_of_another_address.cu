// Bits of an address that change another number than the address, or are kept.
template <int SHIFT>
__global__ void of_an_index(const float *__restrict__ x, float *__restrict__ y, int n)
{
    constexpr unsigned MASK = ~0u << SHIFT;
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        unsigned a = static_cast<unsigned>(__cvta_generic_to_shared(s)), b = 4 * t;
        b = b ^ (a & MASK);
        float v;
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(b));
        sum = sum * 0.5f + v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

template <int SHIFT>
__global__ void kept(const float *__restrict__ x, float *__restrict__ y, int n)
{
    constexpr unsigned MASK = ~0u << SHIFT;
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        unsigned a = static_cast<unsigned>(__cvta_generic_to_shared(s)), b;
        b = (a & MASK) >> 1;
        float v;
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(2 * b + 4 * t));
        sum = sum * 0.5f + v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

template <int SHIFT>
__global__ void by_itself(const float *__restrict__ x, float *__restrict__ y, int n)
{
    constexpr unsigned MASK = ~0u << SHIFT;
    __shared__ float s[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        s[t] = x[k + t];
        __syncthreads();
        unsigned a = static_cast<unsigned>(__cvta_generic_to_shared(s));
        sum += a ^ (a & (a >> SHIFT));
        sum += a ^ (4 * t & a);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
