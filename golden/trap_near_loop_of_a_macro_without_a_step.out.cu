// All four parts of the header are there: which is which is sure. Its loop ends in front of the tile.
#define EACH(begin, test, step) for (begin; test; step)

__global__ void __launch_bounds__(64) scan(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_raw[2][256];
    auto &raw = kp_raw[0];
    float *scratch = raw, *tile = raw + 128;
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    auto kp_tile = tile;
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * sizeof(kp_raw[0]));
        sum += tile[63 - t];
        __syncthreads();
        int i = t;
        EACH(i = t, i < 128, i += 64)
        {
            scratch[i] = sum + i;
        }
        __syncthreads();
        sum += scratch[63 - t] + scratch[127 - t];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * sizeof(kp_raw[0]));
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
    y[blockIdx.x * 64 + t] = sum;
}
