// What is made of a bit-field by a conversion alone does not depend on its width.
struct packed {
    unsigned low : 3;
    int high : 29;
};
__global__ void f(const packed *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][128], kp_tile_other[2][128];
    const int t = threadIdx.x;
    float sum = 0;

    static_assert(sizeof(packed) == 4 && alignof(packed) == 4,
                  "kpipe: sizeof(packed) or alignof(packed) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned int kp_r0;
    int kp_r1;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t].low;
        kp_r1 = x[i + t].high;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        auto &other = kp_tile_other[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j) + other[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        auto &other = kp_tile_other[kp_stage];
        const int low = kp_r0;
        tile[t] = low - 5 < 0;
        other[t] = (float)kp_r1 / 3;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i += 128; i < n; i += 128) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = sum;
}
