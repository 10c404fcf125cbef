// The register s is none of the array, nor is the label.
#define T 128
__global__ void __launch_bounds__(T) sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float s[];
    float sum = 0.0f;
    for (int k = 0; k < n; k += T) {
        s[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        asm volatile("{ .reg .f32 s, r<2>; .reg .pred x; mov.f32 s, %0; add.f32 r1, s, s;"
                     "setp.lt.f32 x, r1, 0f00000000; @x bra NEXT; mov.f32 %0, r1; NEXT: }" : "+f"(sum));
        for (int j = 16; j < T; ++j)
            sum += s[j] * (j + threadIdx.x);
        __syncthreads();
    }
    y[blockIdx.x * T + threadIdx.x] = sum;
}
void run(const float *x, float *y, int n) { sums<<<n / T, T, T * sizeof(float)>>>(x, y, n); }
