// A counter that lives where not all threads come: those that come go round equally often, be it unsigned
// (which may wrap around, and for all of them alike).
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, unsigned n, unsigned m)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const unsigned t = threadIdx.x, row = blockIdx.x * 128 + t;

    if (row < m) {
        float sum = 0;
        // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
        float kp_r0;
        auto kp_fetch = [&](unsigned int k) __attribute__((always_inline)) {
            kp_r0 = x[k + t];
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (j ^ t);
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            tile[t] = kp_r0;
        };
        {
            unsigned k = 0;
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
        out[row] = sum;
    }
}
