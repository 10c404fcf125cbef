// The assembly reads a shared array by an operand that says which.
#define T 128

__global__ void __launch_bounds__(T) k(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float other[4], s[T];
    const int t = threadIdx.x;
    float sum = 0.0f;

    if (t < 4)
        other[t] = y[t];
    for (int i = 0; i < n; i += T) {
        float v;

        s[t] = x[i + t];
        __syncthreads();
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"((unsigned)__cvta_generic_to_shared(other)));
        sum += v + s[T - 1 - t];
        __syncthreads();
    }
    y[blockIdx.x * T + t] = sum;
}
