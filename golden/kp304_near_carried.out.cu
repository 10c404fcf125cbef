// Scalars of the load phase that compute needs are carried along.
__global__ void scatter_back(const float *__restrict__ x, const int *__restrict__ list,
                             float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    int at = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        at = list[i + t];
        kp_r0 = x[at];
    };
    auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        at = list[i + t];
        __syncthreads();
        out[at] = tile[127 - t];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            int kp_i = i;
            for (i += 128; i < n; i += 128) {
                kp_fetch(i);
                kp_compute(kp_i, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_i = i;
                kp_stage ^= 1;
            }
            kp_compute(kp_i, kp_stage);
        }
    }
}
