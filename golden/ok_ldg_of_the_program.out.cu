// The program's own __ldg adds one: no copy of bits, and no read that could be written in another way.
struct part {
    float v;
};
__device__ part __ldg(const part *p)
{
    part r;
    r.v = p->v + 1.0f;
    return r;
}
__global__ void gemv(const part *__restrict__ x, float *__restrict__ y, int n, int m)
{
    __shared__ __align__(128) part kp_xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < m; i++)
    {
        static_assert(sizeof(part) == 4 && alignof(part) == 4,
                      "kpipe: sizeof(part) or alignof(part) has changed: run kpipe again");
        // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
        part kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            kp_r0 = __ldg(&x[k + t]);
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            sum += xs[127 - t].v;
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &xs = kp_xs[kp_stage];
            xs[t] = kp_r0;
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
    }
    y[blockIdx.x * 128 + t] = sum;
}
