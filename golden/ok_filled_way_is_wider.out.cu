// kpipe: --variant ldg
// The way has every value of the read, as unsigned int and as float.
__global__ void f(const unsigned char *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(128) double kp_tile[2][128];
    __shared__ __align__(128) double kp_other[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned char kp_r0, kp_r1;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = i + t < n ? x[i + t] : 0u;
        kp_r1 = i + t < n ? x[i + t] : 0.0f;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        auto &other = kp_other[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j) + other[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        auto &other = kp_other[kp_stage];
        tile[t] = kp_r0;
        other[t] = kp_r1;
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
