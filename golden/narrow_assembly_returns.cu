// Assembly that nobody knows may end threads: copies are not shared out among all of them.
#define T 128

__global__ void  kern(const float *__restrict__ A, float *__restrict__ C, int n) {
    __shared__ float s[T];
    int t = threadIdx.x; float sum = 0;
    asm volatile("{ .reg .pred p; setp.lt.s32 p, %0, 16; @p ret; }" :: "r"(t));
    for (int k = 0; k < n; k += T) {
        
        s[t] = A[k + t];
        __syncthreads();
        for (int j = 16; j < T; j++) sum += s[j] * (j + t);
        __syncthreads();
        
    }
    
    C[blockIdx.x * T + t] = sum;
}
void launch(const float * A, float * C, int n) { kern<<<4, T>>>(A, C, n); }

