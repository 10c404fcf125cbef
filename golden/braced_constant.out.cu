// A number that such braces make is no constant, which cannot be asserted; what they are given is.
#define BK 64
#define MAX(x, y) ({ __typeof__(x) _x = (x); __typeof__(y) _y = (y); _x > _y ? _x : _y; })
__global__ void f(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_s[2][64];
    const int t = threadIdx.x;
    const int step = MAX(BK, 32);
    float acc = 0;
    static_assert(BK == 64, "kpipe: BK has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int i = 0; i < step; i++)
            acc += s[i];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += MAX(step, 2); k < n; k += MAX(step, 2)) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 64 + t] = acc;
}
