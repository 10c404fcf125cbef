// kpipe: --alone compute
// The load phase moves pointers on, which the compute phase alone still needs for its guard.
__global__ void product(const float *__restrict__ A, const float *__restrict__ B,
                        float *__restrict__ C, int K, int ld)
{
    __shared__ __align__(128) float kp_As[2][16][16], kp_As_Bs[2][16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float acc = 0.f;
    int done = 0;

    A += (blockIdx.y * 16 + ty) * ld + tx;
    B += ty * ld + blockIdx.x * 16 + tx;
    // kpipe 0.1.0: NOT THE KERNEL: compute alone, staging registers, 2 stages (to measure by; revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&]() __attribute__((always_inline)) {
        kp_r0 = *A;
        kp_r1 = *B;
        A += 16;
        B += 16 * ld;
        done += 16;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        for (int k = 0; k < 16; ++k)
            acc += As[ty][k] * Bs[k][tx];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        As[ty][tx] = kp_r0;
        Bs[ty][tx] = kp_r1;
    };
    auto kp_advance = [&]() __attribute__((always_inline)) {
        A += 16;
        B += 16 * ld;
        done += 16;
    };
    if (done < K) {
        int kp_stage = 0;
        kp_fetch();
        kp_store(kp_stage);
        __syncthreads();
        while (done < K) {
            kp_advance();
            kp_compute(kp_stage);
            __syncthreads();
        }
        kp_compute(kp_stage);
    }
    C[(blockIdx.y * 16 + ty) * ld + blockIdx.x * 16 + tx] = acc;
}
