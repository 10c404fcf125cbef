// kpipe: --variant ldg
// The declaration stands in both halves of the load phase, and once more in compute, which has its own.
__global__ void transpose(const float *__restrict__ src, float *__restrict__ dst, int cols, int n)
{
    __shared__ __align__(128) float kp_tile[2][32][33];

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        {
            int c = (threadIdx.x + cols) % cols;
            #pragma unroll
            for (int r = threadIdx.y, kp_i = 0; kp_i < 4; r += 8, ++kp_i)
                if (r < 32)
                    kp_r0[kp_i] = src[(i * 32 + r) * cols + c];
        }
    };
    auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        {
            int c = (threadIdx.x + cols) % cols;
            for (int r = threadIdx.y; r < 32; r += 8)
                dst[(i * 32 + r) * cols + c] = tile[c][r];
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        {
            int c = (threadIdx.x + cols) % cols;
            #pragma unroll
            for (int r = threadIdx.y, kp_i = 0; kp_i < 4; r += 8, ++kp_i)
                if (r < 32)
                    tile[r][c] = kp_r0[kp_i];
        }
    };
    {
        int i = blockIdx.x;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            int kp_i = i;
            for (i += gridDim.x; i < n; i += gridDim.x) {
                kp_fetch(i);
                kp_compute(kp_i, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_i = i;
                kp_stage ^= 1;
            }
            kp_compute(kp_i, kp_stage);
        }
    }
}
