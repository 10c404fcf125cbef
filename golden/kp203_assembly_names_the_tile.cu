// Assembly may name a shared array by its symbol, which is no operand.
#define T 128

__global__ void __launch_bounds__(T) kern(const float *__restrict__ A, float *__restrict__ C, int n) {
    extern __shared__ float s[];
    int t = threadIdx.x; float sum = 0;
    
    for (int k = 0; k < n; k += T) {
        
        s[t] = A[k + t];
        __syncthreads();
        float v; asm volatile("ld.shared.f32 %0, [s+4];" : "=f"(v)); sum += v + s[t];
        __syncthreads();
        
    }
    
    C[blockIdx.x * T + t] = sum;
}
void launch(const float * A, float * C, int n) { kern<<<4, T, 512>>>(A, C, n); }
//@smem=512
