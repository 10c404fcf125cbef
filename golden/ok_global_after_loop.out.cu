// What the last compute phase has stored to global memory is read by other threads behind the loop:
// the closing barrier stays.
__global__ void exchange(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float *mine = y + blockIdx.x * 128;
    float sum = 0.0f;

    mine[t] = 0.0f;
    __syncthreads();
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j ^ t);
        mine[t] = sum;
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
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    sum += mine[127 - t];
    __syncthreads();
    mine[t] = sum;
}
