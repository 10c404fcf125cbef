// asm.ini says %total_smem_size is pure (a constant); the rewrite doubles the tiles. Any flags.
__global__ void k(const float *__restrict__ x, float *__restrict__ y, int n) {
    __shared__ float s[128];
    int t = threadIdx.x; float acc = 0; unsigned u;
    for (int i = 0; i < n; i += 128) {
        s[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; j++) acc += s[j] * (j + t);
        asm("mov.u32 %0, %%total_smem_size;" : "=r"(u));
        acc += u;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}
