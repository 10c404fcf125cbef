// kpipe: --variant cp-async
// A pair goes to two neighbours, of which the next quotient writes the second again.
struct Pair {
    float first, second;
};

__global__ void gemv(const float *__restrict__ A, const Pair *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][32][4][8];
    const int t = threadIdx.x;
    float sum = 0.0f;

    static_assert(sizeof(Pair) == 8 && alignof(Pair) == 4,
                  "kpipe: sizeof(Pair) or alignof(Pair) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    Pair kp_r0[28];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < 28; ++i)
            kp_r0[i] = x[(k + t) * 28 + i];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 32; ++j)
            for (int i = 0; i < 32; ++i)
                sum += A[(k + j) * 32 + t] * xs[j][i % 4][i / 4];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        #pragma unroll
        for (int i = 0; i < 28; ++i)
            *reinterpret_cast<Pair *>(&xs[t][i % 4][i / 4]) = kp_r0[i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 32; k < n; k += 32) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    y[t] = sum;
}
