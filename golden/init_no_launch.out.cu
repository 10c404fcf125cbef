// No launch in sight: grid and block are the user's to fill in.
__global__ void __launch_bounds__(128) sums(const int *__restrict__ in, int *__restrict__ out, int n)
{
    __shared__ __align__(128) int kp_tile[2][128];
    int sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int kp_r0;
    auto kp_fetch = [&](int i0) __attribute__((always_inline)) {
        kp_r0 = in[i0 + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        sum += tile[127 - threadIdx.x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[threadIdx.x] = kp_r0;
    };
    {
        int i0 = 0;
        if (i0 < n) {
            int kp_stage = 0;
            kp_fetch(i0);
            kp_store(kp_stage);
            __syncthreads();
            for (i0 += 128; i0 < n; i0 += 128) {
                kp_fetch(i0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
