// Between the operands of the assembly is neither a comma nor a place for one.
__global__ void sums(const float *__restrict__ a, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        float w = a[k + t], v;
        asm("add.f32 %0, %1, %2;" : "=f"(v) : "f"(w)"f"(1.0f));
        xs[t] = v;
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
