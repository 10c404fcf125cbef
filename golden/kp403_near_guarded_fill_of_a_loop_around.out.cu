// kpipe: --variant ldg --stages 2
// The tile lives through the iterations of the loop around it, which all threads make.
__global__ void sums(float *__restrict__ out, const float2 *__restrict__ x, int n)
{
    __shared__ __align__(128) float2 kp_t[2][128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;

    for (int o = 0; o < 3; o++)
    {
        // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
        float kp_r0, kp_r1;
        auto kp_fetch = [&](int off) __attribute__((always_inline)) {
            const int j = off + threadIdx.x;
            if (j < n) {
                kp_r0 = x[j].x;
                kp_r1 = x[j].y;
            }
        };
        auto kp_compute = [&](int off, int kp_stage) __attribute__((always_inline)) {
            auto &t = kp_t[kp_stage];
            const int most = min(128, n - off);
            for (int q = 0; q < most; q++) {
                const float2 v = t[q];
                s += v.x * v.y;
            }
        };
        auto kp_store = [&](int off, int kp_stage) __attribute__((always_inline)) {
            auto &t = kp_t[kp_stage];
            const int j = off + threadIdx.x;
            if (j < n) {
                t[threadIdx.x].x = kp_r0;
                t[threadIdx.x].y = kp_r1;
            }
        };
        {
            int off = 0;
            if (off < n) {
                int kp_stage = 0;
                kp_fetch(off);
                kp_store(off, kp_stage);
                __syncthreads();
                int kp_off = off;
                for (off += 128; off < n; off += 128) {
                    kp_fetch(off);
                    kp_compute(kp_off, kp_stage);
                    kp_store(off, kp_stage ^ 1);
                    __syncthreads();
                    kp_off = off;
                    kp_stage ^= 1;
                }
                kp_compute(kp_off, kp_stage);
                __syncthreads();
            }
        }
    }
    if (i < n)
        out[i] = s;
}
