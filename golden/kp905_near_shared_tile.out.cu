// kpipe: --merge 1x4
// All blocks have the same tile.
__global__ void sums(const float *__restrict__ A, float *__restrict__ out, int n)
{
    // kpipe 0.1.0: 1x4 blocks merged into one (revert this change to undo)
    if (blockIdx.x > (gridDim.x - 1) / 4)
        return;
    const unsigned int kp_x0 = blockIdx.x * 4;

    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum[4];
    #pragma unroll
    for (unsigned int kp_x = 0; kp_x < 4; kp_x++) {
        sum[kp_x] = 0.0f;
    }

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int i = 0; i < 128; i++) {
            #pragma unroll
            for (unsigned int kp_x = 0; kp_x < 4; kp_x++) {
                const unsigned int kp_bx = kp_x0 + kp_x < gridDim.x ? kp_x0 + kp_x : gridDim.x - 1;
                sum[kp_x] += tile[i] * (kp_bx + t);
            }
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    #pragma unroll
    for (unsigned int kp_x = 0; kp_x < 4; kp_x++) {
        if (kp_x0 + kp_x >= gridDim.x)
            continue;
        const unsigned int kp_bx = kp_x0 + kp_x;
        out[kp_bx * 128 + t] = sum[kp_x];
    }
}
