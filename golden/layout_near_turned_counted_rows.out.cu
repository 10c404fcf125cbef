// kpipe: --layout auto
// The row is counted where it is named: its text must not stand there twice.
__global__ void __launch_bounds__(256)
    k(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float As[32][64 + 4];
    const int row = threadIdx.x / 8, four = threadIdx.x % 8 * 4, column = threadIdx.x % 16 * 4;
    float s = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float4 kp_r0[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; i < 64; i += 32, ++kp_i) {
            kp_r0[kp_i] = *(const float4 *)&A[(size_t)(blockIdx.x * 64 + row + i) * n + k + four];
        }
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int i = 0; i < 32; i++) {
            const float4 v = *(const float4 *)&As[i][column];
            s += (v.x + v.y) * (threadIdx.x + 1) + v.z - v.w;
        }
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; i < 64; i += 32, ++kp_i) {
            const float4 v = kp_r0[kp_i];
            int r = four;
            As[r++][row + i] = 2 * v.x;
            As[r++][row + i] = 2 * v.y;
            As[r++][row + i] = 2 * v.z;
            As[r][row + i] = 2 * v.w;
        }
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 32; k < n; k += 32) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    C[blockIdx.x * 256 + threadIdx.x] = s;
}
