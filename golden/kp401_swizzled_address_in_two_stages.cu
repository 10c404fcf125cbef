// kpipe: --variant cp-async
// Which bits of the address the mask selects is not known: in another stage they may be others.
template <int SHIFT>
__global__ void rows(const float *__restrict__ x, float *__restrict__ y, int n)
{
    constexpr unsigned MASK = 1u << (9 + SHIFT);
    __shared__ __align__(1024) float s[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 256) {
        s[t] = x[k + t];
        __syncthreads();
        unsigned a = static_cast<unsigned>(__cvta_generic_to_shared(&s[t ^ 2]));
        a ^= (a & MASK) >> (7 + SHIFT);
        float v;
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(a));
        sum = sum * 0.5f + v;
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}
