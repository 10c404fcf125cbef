// Members of which none is volatile are bits.
struct sample {
    float stamp;
    float value;
};

__global__ void __launch_bounds__(64) of_a_variable(const sample *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_tile[2][64];
    const int t = threadIdx.x;
    float sum = 0;

    static_assert(sizeof(sample) == 8 && alignof(sample) == 4,
                  "kpipe: sizeof(sample) or alignof(sample) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    sample kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k * 64 + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 64; j++)
            sum += tile[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        const sample one = kp_r0;
        tile[t] = one.value;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k++; k < n; k++) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 64 + t] = sum;
}
