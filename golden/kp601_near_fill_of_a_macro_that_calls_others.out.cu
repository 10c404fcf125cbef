// Other macros get an argument that has no macro in it, and what the macro itself has.
#define TEXT(x) #x
#define FILL(column)                                                                                                   \
    as[ty][tx] = A[row * n + k + TX];                                                                              \
    bs[ty][tx] = B[(k + ty) * n + blockIdx.x * 16 + tx];                                                               \
    shift += TEXT(row)[0] + HALF(column)
#define HALF(x) ((x) / 2)
#define TX tx

__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    __shared__ struct alignas(128) { float as[16][17]; } kp_as[2];
    __shared__ __align__(128) float kp_bs[2][16][16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty;
    float sum = 0;
    int shift = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[row * n + k + TX];
    kp_r1 = B[(k + ty) * n + blockIdx.x * 16 + tx];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_bs[kp_stage];
    shift += TEXT(row)[0] + HALF(tx);
        for (int j = 0; j < 16; j++)
            sum += as[ty][j] * bs[j][tx];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_bs[kp_stage];
        as[ty][tx] = kp_r0;
    bs[ty][tx] = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 16; k < n; k += 16) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[row * n + blockIdx.x * 16 + tx] = sum + shift;
}
