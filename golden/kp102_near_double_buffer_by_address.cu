// The addresses of two buffers are told apart by one bit, which the loop switches.
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(1024) float xs[256];
    const int t = threadIdx.x;
    unsigned to = (unsigned)__cvta_generic_to_shared(xs + t);
    unsigned from = (unsigned)__cvta_generic_to_shared(xs + 127 - t);
    float sum = 0.0f, v, next;

    asm volatile("st.shared.f32 [%0], %1;" : : "r"(to), "f"(x[t]));
    __syncthreads();
    to ^= 512;
    for (int k = 128; k < n; k += 128) {
        next = x[k + t];
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(from));
        sum += v;
        asm volatile("st.shared.f32 [%0], %1;" : : "r"(to), "f"(next));
        __syncthreads();
        to ^= 512;
        from ^= 512;
    }
    y[blockIdx.x * 128 + t] = sum;
}
