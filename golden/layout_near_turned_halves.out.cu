// kpipe: --layout auto
// A vector of three doubles is in two chunks, which would be parted.
__global__ void __launch_bounds__(256)
    k(const double *__restrict__ A, double *__restrict__ C, int n)
{
    __shared__ __align__(16) double kp_As[2][32][32 + 2];
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
            const double2 v = *(const double2 *)&As[i][threadIdx.x % 16 * 2];
            s += v.x * (threadIdx.x + 1) + v.y;
            if (i == 0) {
                const double3 w = *(const double3 *)&As[i][threadIdx.x % 8 * 4];
                s += w.x - w.y * w.z;
            }
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        #pragma unroll
        for (int i = 0, kp_i = 0; i < 32; i += 16, ++kp_i) {
            const double2 v = kp_r0[kp_i];
            As[two + 0][row + i] = 2 * v.x;
            As[two + 1][row + i] = 2 * v.y;
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
