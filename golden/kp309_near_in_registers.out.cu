// What is carried from row to row is a register.
__global__ void column_filter(const float *__restrict__ x, float *__restrict__ y, int rows, int n)
{
    __shared__ __align__(128) float kp_row[2][128];
    const int t = threadIdx.x;
    const int col = blockIdx.x * 128 + t;
    float old = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int r) __attribute__((always_inline)) {
        kp_r0 = x[r * n + col];
    };
    auto kp_compute = [&](int r, int kp_stage) __attribute__((always_inline)) {
        auto &row = kp_row[kp_stage];
        y[r * n + col] = row[127 - t] - 0.5f * old;
        old = row[(t + 1) % 128] + row[(t + 127) % 128];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &row = kp_row[kp_stage];
        row[t] = kp_r0;
    };
    {
        int r = 0;
        if (r < rows) {
            int kp_stage = 0;
            kp_fetch(r);
            kp_store(kp_stage);
            __syncthreads();
            int kp_r = r;
            for (++r; r < rows; ++r) {
                kp_fetch(r);
                kp_compute(kp_r, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_r = r;
                kp_stage ^= 1;
            }
            kp_compute(kp_r, kp_stage);
        }
    }
}
