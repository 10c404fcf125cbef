// kpipe: --layout auto
// A vector of two doubles is one chunk, and stays in one piece.
__global__ void __launch_bounds__(256)
    k(const double *__restrict__ A, double *__restrict__ C, int n)
{
    // kpipe 0.1.0: layout: rows of As have 2 elements less, columns of As are permuted (revert this change to undo)
    __shared__ __align__(16) double kp_As[2][32][32];
    const int row = threadIdx.x / 16, two = threadIdx.x % 16 * 2;
    double s = 0.0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    double2 kp_r0[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; i < 32; i += 16, ++kp_i) {
            kp_r0[kp_i] = *(const double2 *)&A[(size_t)(blockIdx.x * 32 + row + i) * n + k + two];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = 0; i < 16; i++) {
            const double2 v = *(const double2 *)&As[i][(threadIdx.x % 16 * 2) ^ int(i / 2u % 8 * 2)];
            s += v.x * (threadIdx.x + 1) + v.y;
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        #pragma unroll
        for (int i = 0, kp_i = 0; i < 32; i += 16, ++kp_i) {
            const double2 v = kp_r0[kp_i];
            As[two + 0][(row + i) ^ int((two + 0) / 2u % 8 * 2)] = 2 * v.x;
            As[two + 1][(row + i) ^ int((two + 1) / 2u % 8 * 2)] = 2 * v.y;
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 32; k < n; k += 32) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 256 + threadIdx.x] = s;
}
