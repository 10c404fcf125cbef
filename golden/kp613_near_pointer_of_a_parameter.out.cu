// kpipe: --variant ldg
// A pointer that a parameter of the kernel has leads to no variable of the thread, so that the
// vectors that are loaded by it do not depend on what the pointers to part and more lead to.
struct problem {
    const float *a, *b;
    float *y;
    int n;
};
#define FOUR(p) (*reinterpret_cast<float4 *>(p))

__global__ void k(const problem p)
{
    __shared__ __align__(128) float kp_as[2][64 * 4], kp_as_bs[2][64 * 4];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0, kp_r1;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = __ldg(reinterpret_cast<const float4 *>(p.a + i + 4 * t));
        kp_r1 = __ldg(reinterpret_cast<const float4 *>(p.b + i + 4 * t));
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        auto &bs = kp_as_bs[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += as[j] * bs[255 - j];
    };
    auto kp_store = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage];
        auto &bs = kp_as_bs[kp_stage];
        __align__(16) float part[4], more[4];
        FOUR(&part[0]) = kp_r0;
        FOUR(&more[0]) = kp_r1;
        for (int j = 0; j < 4; ++j) {
            part[j] = i + 4 * t + j < p.n ? part[j] : 0.0f;
            as[j * 64 + t] = part[j];
            bs[j * 64 + t] = more[j];
        }
    };
    {
        int i = 0;
        if (i < p.n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(i, kp_stage);
            __syncthreads();
            for (i += 256; i < p.n; i += 256) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(i, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    p.y[blockIdx.x * 64 + t] = sum;
}
