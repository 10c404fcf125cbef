// The assembly sets two variables: each would need a register.

__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        float v = 0.0f;
        float w;
        asm volatile("ld.global.v2.f32 {%0, %1}, [%2];" : "=f"(v), "=f"(w) : "l"(x + k * 2 + t * 2));
        v += w;
        xs[t] = v;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
