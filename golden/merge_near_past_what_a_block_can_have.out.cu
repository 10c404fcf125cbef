// kpipe: --merge 2x1 --arch sm_86
// Twice two tiles of A and one of B are more than a block of this GPU can have.
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                     int n)
{
    __shared__ __align__(16) float As[64][72];
    __shared__ __align__(16) float Bs[64][64];
    const int tx = threadIdx.x, ty = threadIdx.y;
    float acc[4][4] = {};

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float4 kp_r0[4], kp_r1[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int r = ty, kp_i = 0; kp_i < 4; r += 16, ++kp_i) {
            if (r >= 64)
                continue;
            kp_r0[kp_i] = *(const float4 *)&A[(blockIdx.y * 64 + r) * n + k + tx * 4];
            kp_r1[kp_i] = *(const float4 *)&B[(k + r) * n + blockIdx.x * 64 + tx * 4];
        }
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int i = 0; i < 64; i++)
            for (int r = 0; r < 4; r++)
                for (int c = 0; c < 4; c++)
                    acc[r][c] += As[ty * 4 + r][i] * Bs[i][tx * 4 + c];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int r = ty, kp_i = 0; kp_i < 4; r += 16, ++kp_i) {
            if (r >= 64)
                continue;
            *(float4 *)&As[r][tx * 4] = kp_r0[kp_i];
            *(float4 *)&Bs[r][tx * 4] = kp_r1[kp_i];
        }
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            C[(blockIdx.y * 64 + ty * 4 + r) * n + blockIdx.x * 64 + tx * 4 + c] = acc[r][c];
}

void run(const float *A, const float *B, float *C, int n)
{
    gemm<<<dim3(n / 64, n / 64), dim3(16, 16)>>>(A, B, C, n);
}
