// kpipe: --variant cp-async
// A bit-field has no address, though this one fills its word.
struct packed {
    unsigned low : 32;
    unsigned high : 32;
};
__global__ void f(const packed *__restrict__ x, unsigned *__restrict__ out, int n)
{
    __shared__ __align__(128) unsigned kp_tile[2][128];
    const int t = threadIdx.x;
    unsigned sum = 0;

    static_assert(sizeof(packed) == 8 && alignof(packed) == 4,
                  "kpipe: sizeof(packed) or alignof(packed) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned int kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t].low;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t ^ j);
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
