// kpipe: --stages 2
// What a macro was is given back between the function and its call.
#define STEP 16
#pragma push_macro("STEP")
#undef STEP
#define STEP 32
__device__ float at(const float *p, int i) { return p[i + STEP]; }
#pragma pop_macro("STEP")

__global__ void __launch_bounds__(64) k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_tile[2][64];
    const int t = threadIdx.x;
    float sum = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = at(A, k + t);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 64; j++)
            sum += tile[j] * (t - j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[t] = sum;
}
