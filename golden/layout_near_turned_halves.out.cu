// kpipe: --layout auto
// A vector of two that begins at odd columns may lie in two chunks.
__global__ void __launch_bounds__(256)
    k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_As[2][32][64 + 4];
    const int row = threadIdx.x / 8, four = threadIdx.x % 8 * 4, column = threadIdx.x % 16 * 4;
    float s = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; i < 64; i += 32, ++kp_i) {
            kp_r0[kp_i] = *(const float4 *)&A[(size_t)(blockIdx.x * 64 + row + i) * n + k + four];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = 0; i < 32; i++) {
            const float4 v = *(const float4 *)&As[i][column];
            s += As[i][column + 3] * As[i][column + (threadIdx.x & 1)];
            s += (v.x + v.y) * (threadIdx.x + 1) + v.z - v.w;
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        #pragma unroll
        for (int i = 0, kp_i = 0; i < 64; i += 32, ++kp_i) {
            const float4 v = kp_r0[kp_i];
            As[four + 0][row + i] = 2 * v.x;
            As[four + 1][row + i] = 2 * v.y;
            As[four + 2][row + i] = 2 * v.z;
            As[four + 3][row + i] = 2 * v.w;
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
