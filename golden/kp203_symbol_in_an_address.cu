// In assembly, a name is the symbol: the array itself, whatever stage the loop is at.
#define T 128
__global__ void __launch_bounds__(T) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float s[];
    float sum = 0.0f;
    for (int k = 0; k < n; k += T) {
        s[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        float first;
        asm volatile("{ .reg .s32 r; ld.shared.f32 %0, [s + 4]; }" : "=f"(first));
        sum += first;
        for (int j = 16; j < T; ++j)
            sum += s[j] * (j + threadIdx.x);
        __syncthreads();
    }
    y[blockIdx.x * T + threadIdx.x] = sum;
}
void run(const float *x, float *y, int n) { sums<<<n / T, T, T * sizeof(float)>>>(x, y, n); }
