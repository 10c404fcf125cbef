// All dynamic arrays begin at one address, which the assembly has by a name of its own.
#define T 128
extern __shared__ float others[];
__global__ void __launch_bounds__(T) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float s[];
    float sum = 0.0f;
    unsigned at;
    asm("mov.u32 %0, others;" : "=r"(at));
    for (int k = 0; k < n; k += T) {
        s[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        float first;
        asm volatile("ld.shared.f32 %0, [%1];" : "=f"(first) : "r"(at));
        sum += first;
        for (int j = 16; j < T; ++j)
            sum += s[j] * (j + threadIdx.x);
        __syncthreads();
    }
    y[blockIdx.x * T + threadIdx.x] = sum;
}
void run(const float *x, float *y, int n) { sums<<<n / T, T, T * sizeof(float)>>>(x, y, n); }
