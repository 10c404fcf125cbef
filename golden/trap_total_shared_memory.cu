// %total_smem_size counts static shared memory, too: a second buffer would change it.
#define T 128

__global__ void  kern(const float *__restrict__ A, float *__restrict__ C, int n) {
    __shared__ float s[T];
    int t = threadIdx.x; float sum = 0;
    
    for (int k = 0; k < n; k += T) {
        
        s[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < T; j++) sum += s[j] * (j + t);
        __syncthreads();
        
    }
    unsigned z; asm("mov.u32 %0, %%total_smem_size;" : "=r"(z)); sum += z;
    C[blockIdx.x * T + t] = sum;
}
void launch(const float * A, float * C, int n) { kern<<<4, T>>>(A, C, n); }

