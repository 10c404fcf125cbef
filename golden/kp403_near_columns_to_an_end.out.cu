// kpipe: --variant ldg --stages 2
// A transposed tile is filled and read up to one index.
__global__ void dots(int n, const float *__restrict__ keys, float *__restrict__ out)
{
    __shared__ __align__(128) float kp_tile[2][32][17];
    const int column = threadIdx.x, row = threadIdx.y;
    float s = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int first) __attribute__((always_inline)) {
        if (first + row < n)
            kp_r0 = keys[(first + row) * 32 + column];
    };
    auto kp_compute = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        const int rows = min(16, n - first);
        for (int j = 0; j < rows; j++)
            s += tile[column][j] * tile[row][j];
    };
    auto kp_store = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (first + row < n)
            tile[column][row] = kp_r0;
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
    out[row * 32 + column] = s;
}
