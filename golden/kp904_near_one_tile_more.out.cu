// kpipe: --merge 2x1
// 48 KB in all: the limit.
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                     int n)
{
    // kpipe 0.1.0: 2x1 blocks merged into one (revert this change to undo)
    if (blockIdx.y > (gridDim.y - 1) / 2)
        return;
    const unsigned int kp_y0 = blockIdx.y * 2;

    __shared__ float As[2][16][256];
    __shared__ float Bs[256][16];
    const int tx = threadIdx.x, ty = threadIdx.y;
    int row[2];
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
        const unsigned int kp_by = kp_y0 + kp_y < gridDim.y ? kp_y0 + kp_y : gridDim.y - 1;
        row[kp_y] = kp_by * 16 + ty;
    }
    const int col = blockIdx.x * 16 + tx;
    float sum[2];
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
        sum[kp_y] = 0.0f;
    }

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[16 * 2], kp_r1[16];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; i < 256; i += 16, ++kp_i) {
            #pragma unroll
            for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
                kp_r0[kp_i * 2 + kp_y] = A[row[kp_y] * n + k + tx + i];
            }
            kp_r1[kp_i] = B[(k + ty + i) * n + col];
        }
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int i = 0; i < 256; i++) {
            #pragma unroll
            for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
                sum[kp_y] += As[kp_y][ty][i] * Bs[i][tx];
            }
        }
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; i < 256; i += 16, ++kp_i) {
            #pragma unroll
            for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
                As[kp_y][ty][tx + i] = kp_r0[kp_i * 2 + kp_y];
            }
            Bs[ty + i][tx] = kp_r1[kp_i];
        }
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 2; kp_y++) {
        if (kp_y0 + kp_y >= gridDim.y)
            continue;
        C[row[kp_y] * n + col] = sum[kp_y];
    }
}
