// The tile's address as a number among others, kept for the next iteration.
__global__ void kept(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float s[128];
    const int t = threadIdx.x;
    float acc = 0.0f;
    unsigned at = 0;

    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += s[j] * (j + 1);
        if (i) {
            float v;
            asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(at + 4 * ((t + 5) & 127)));
            acc += v;
        }
        at = __shfl_sync(~0u, (unsigned)__cvta_generic_to_shared(s), 0);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
