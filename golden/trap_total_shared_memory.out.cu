// %total_smem_size counts static shared memory, too: a second buffer would change it.
#define T 128

__global__ void  kern(const float *__restrict__ A, float *__restrict__ C, int n) {
    __shared__ float s[T];
    int t = threadIdx.x; float sum = 0;
    
    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k + t];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < T; j++) sum += s[j] * (j + t);
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        s[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += T; k < n; k += T) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
            __syncthreads();
        }
    }
    unsigned z; asm("mov.u32 %0, %%total_smem_size;" : "=r"(z)); sum += z;
    C[blockIdx.x * T + t] = sum;
}
void launch(const float * A, float * C, int n) { kern<<<4, T>>>(A, C, n); }

