// Each iteration sets the indices, variables of the function, to the same values before it uses them.
__global__ void mm(const float *__restrict__ A, float *C, int K)
{
    __shared__ __align__(128) float kp_As[2][16][16];
    const int t = threadIdx.x;
    int row, col;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        row = t / 16;
        col = t % 16;
        if (k + col < K)
            kp_r0 = A[row * K + k + col];
        else
            kp_r0 = 0.0f;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 16; j++)
            sum += As[t % 16][j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        int row;
        int col;
        row = t / 16;
        col = t % 16;
        As[row][col] = kp_r0;
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 16; k < K; k += 16) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[t] = sum;
}
