// nvcc takes operands of assembly that no comma parts.
#define TWICE(to, from) asm("add.f32 %0, %1, %2;" : "=f"(to) : "f"(from) "f"(from))
__global__ void sums(const float *__restrict__ a, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        float w = a[k + t];
        float v;
        asm("add.f32 %0, %1, %2;"
            : "=f"(v)
            : [w] "f"(w)
              "f"(1.0f));
        xs[t] = v;
        __syncthreads();
        float u;
        TWICE(u, xs[127 - t]);
        sum += u;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
