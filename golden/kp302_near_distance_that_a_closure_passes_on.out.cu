// The closure's numbers are none of shared memory.
__global__ void summed(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][128], sums[128];
    float sum = 0;
    auto twice = [&](long long by) { return by * 2; };

    sums[threadIdx.x] = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        const float *from = x + twice(k * 64);
        kp_r0 = from[threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        sums[threadIdx.x] += sum;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            __syncthreads();
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (++k; k < n; ++k) {
                kp_fetch(k);
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
