// Inline assembly with a label and a register of its own: it may stand in the text only once.
__device__ __forceinline__ int first_bit(int v)
{
    int r;
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.eq.s32 p, %1, 0;\n\t"
        "bfind.u32 %0, %1;\n\t"
        "@p mov.s32 %0, 32;\n\t"
        "}"
        : "=r"(r)
        : "r"(v));
    return r;
}

__global__ void bits(const int *__restrict__ x, int *__restrict__ y, int n)
{
    __shared__ __align__(128) int kp_xs[2][128];
    const int t = threadIdx.x;
    int sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += first_bit(xs[j] ^ t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
