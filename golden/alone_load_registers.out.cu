// kpipe: --alone load --variant ldg
// No store into a tile may be left out.
__global__ void product(const float *__restrict__ A, const float *__restrict__ B,
                        float *__restrict__ C, int K, int ld)
{
    __shared__ __align__(128) float kp_As[2][16][16], kp_As_Bs[2][16][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float acc = 0.f;
    int done = 0;

    A += (blockIdx.y * 16 + ty) * ld + tx;
    B += ty * ld + blockIdx.x * 16 + tx;
    // kpipe 0.1.0: NOT THE KERNEL: load alone, staging registers, 2 stages (to measure by; revert this change to undo)
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
        asm volatile("" ::"l"(&As[0]) : "memory");
        asm volatile("" ::"l"(&Bs[0]) : "memory");
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        As[ty][tx] = kp_r0;
        Bs[ty][tx] = kp_r1;
    };
    if (done < K) {
        int kp_stage = 0;
        kp_fetch();
        kp_store(kp_stage);
        __syncthreads();
        while (done < K) {
            kp_fetch();
            kp_compute(kp_stage);
            kp_store(kp_stage ^ 1);
            __syncthreads();
            kp_stage ^= 1;
        }
        kp_compute(kp_stage);
    }
    C[(blockIdx.y * 16 + ty) * ld + blockIdx.x * 16 + tx] = acc;
}
