// kpipe: --arch sm_90
// A name that the vectors would declare is the user's.
__global__ void __launch_bounds__(256)
    name_is_taken(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ __align__(128) float kp_s[2][8][32];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int kp_y = rows / 64;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = a[(blockIdx.x * 8 + ty + kp_y) * n + k0 + tx];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 32; ++j)
            sum += s[ty][j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[ty][tx] = kp_r0;
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += 32; k0 < n; k0 += 32) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
