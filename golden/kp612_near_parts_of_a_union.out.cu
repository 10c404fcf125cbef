// kpipe: --variant ldg --stages 2
// Load phase and compute set parts of a union by some of its members, one in a loop, and read them by others. What the load
// phase sets and does not read goes to compute.
union words {
    float f[4];
    float2 h[2];
    float4 v;
};

__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    __shared__ struct alignas(128) { float as[16][17]; } kp_as[2];
    __shared__ __align__(128) float kp_bs[2][16][16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16;
    float sum = 0.0f;
    words v;

    v.v = make_float4(1, 2, 3, 4);
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[ty * n + k + tx];
        kp_r1 = B[(k + ty) * 16 + tx];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_bs[kp_stage];
        v.h[1].y = 2.5f;
        for (int j = 0; j < 16; j++) {
            v.v.w = bs[j][tx];
            v.v.x = as[ty][j];
            v.f[1] = v.f[3] * 0.5f;
            sum += v.h[0].x * v.h[0].y;
        }
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_bs[kp_stage];
        for (int i = 0; i < 3; i++)
            v.f[i] = (float)(k + i);
        as[ty][tx] = v.v.y + kp_r0;
        bs[ty][tx] = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 16; k < n; k += 16) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[ty * 16 + tx] = sum;
}
