// Assembly that nobody knows may end threads: copies are not shared out among all of them.
#define T 128

__global__ void  kern(const float *__restrict__ A, float *__restrict__ C, int n) {
    __shared__ __align__(128) float kp_s[2][T];
    int t = threadIdx.x; float sum = 0;
    asm volatile("{ .reg .pred p; setp.lt.s32 p, %0, 16; @p ret; }" :: "r"(t));
    static_assert(T == 128, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 16; j < T; j++) sum += s[j] * (j + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += T; k < n; k += T) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    
    C[blockIdx.x * T + t] = sum;
}
void launch(const float * A, float * C, int n) { kern<<<4, T>>>(A, C, n); }

