// A load that goes past the first-level cache is a load, and ptxas takes its operator on either side of the space.
__global__ void decode(const unsigned short *__restrict__ codes, const float *__restrict__ x,
                       const float *__restrict__ book, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
            float v, w, u;
            const float *at = book + codes[(k + j) * 128 + t];
            asm volatile("ld.cg.global.f32 %0, [%1];" : "=f"(v) : "l"(at));
            asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(w) : "l"(at + 1));
            asm volatile("ld.cs.f32 %0, [%1];" : "=f"(u) : "l"(at + 2));
            sum += xs[j] * (v + w * u);
        }
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
