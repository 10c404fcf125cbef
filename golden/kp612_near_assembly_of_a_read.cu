// Assembly that computes is given what is read in its operands.
__global__ void sums(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        float v = a[n + k + t];
        asm("fma.rn.f32 %0, %1, %2, %0;" : "+f"(v) : "f"(a[k + t]), "f"(b[k + t]));
        xs[t] = v;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
