// kpipe: --stages 2
// A loop fills registers of which the thread stores the one that is its own, in no loop.
#define B 64
__global__ void kern(float *out, const float *__restrict__ x, int n)
{
    __shared__ __align__(128) float kp_a[2][B];
    float r[4], s = 0;
    static_assert(B == 64, "kpipe: B has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int q = 0; q < 4; q++)
            kp_r0[q] = x[k + threadIdx.x / 4 * 4 + q];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        for (int j = 0; j < B; j++)
            s += a[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        #pragma unroll
        for (int q = 0; q < 4; q++)
            r[q] = kp_r0[q];
        a[threadIdx.x] = r[threadIdx.x % 4];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += B; k < n; k += B) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * B + threadIdx.x] = s;
}
void run(float *o, const float *x, int n)
{
    kern<<<2, B>>>(o, x, n);
}
