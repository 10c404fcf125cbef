// kpipe: --variant ldg --stages 2
// What is stored has columns up to an end, which is below that of the row.
__global__ void sums(int n, const float *__restrict__ x, float *__restrict__ out)
{
    __shared__ __align__(128) float kp_tile[2][32][17];
    float s = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int first) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        const int rows = min(16, n - first);
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 4 && i < 16 * 32; i += blockDim.x, ++kp_i) {
            const int row = i / 32, column = i % 32;
            if (row < rows)
                kp_r0[kp_i] = x[(first + row) * 32 + column];
        }
    };
    auto kp_compute = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        const int rows = min(16, n - first);
        for (int d = 0; d < 32; d++)
            for (int j = 0; j < rows; j++)
                s += tile[d][j];
    };
    auto kp_store = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        const int rows = min(16, n - first);
        {
            int i = threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 4 && i < 16 * 32; i += blockDim.x, ++kp_i) {
                const int row = i / 32, column = i % 32;
                if (row < rows)
                    tile[column][row] = kp_r0[kp_i];
            }
            for (; i < 16 * 32; i += blockDim.x) {
                const int row = i / 32, column = i % 32;
                if (row < rows)
                    tile[column][row] = x[(first + row) * 32 + column];
            }
        }
    };
    {
        int first = 0;
        if (first < n) {
            int kp_stage = 0;
            kp_fetch(first);
            kp_store(first, kp_stage);
            __syncthreads();
            int kp_first = first;
            for (first += 16; first < n; first += 16) {
                kp_fetch(first);
                kp_compute(kp_first, kp_stage);
                kp_store(first, kp_stage ^ 1);
                __syncthreads();
                kp_first = first;
                kp_stage ^= 1;
            }
            kp_compute(kp_first, kp_stage);
        }
    }
    out[threadIdx.x] = s;
}
