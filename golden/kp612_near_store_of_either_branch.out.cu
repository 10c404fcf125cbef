// The plan is one buffer, and the stores of both branches are one statement in the rewritten loop.
// Each iteration sets the row to what the last one has made of another variable.
__global__ void mm(const float *__restrict__ A, float *C, int K)
{
    __shared__ float As[16][16];
    const int t = threadIdx.x;
    int row, col, next = t / 16;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        row = next;
        next = (next + 1) % 16;
        col = t % 16;
        if (k + col < K)
            kp_r0 = A[row * K + k + col];
        else
            kp_r0 = 0.0f;
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 16; j++)
            sum += As[t % 16][j];
    };
    auto kp_store = [&](int next) __attribute__((always_inline)) {
        int row;
        int col;
        row = next;
        next = (next + 1) % 16;
        col = t % 16;
        As[row][col] = kp_r0;
    };
    {
        int k = 0;
        if (k < K) {
            const auto kp_old_next = next;
            kp_fetch(k);
            kp_store(kp_old_next);
            __syncthreads();
            for (k += 16; k < K; k += 16) {
                const auto kp_old_next = next;
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store(kp_old_next);
                __syncthreads();
            }
            kp_compute();
        }
    }
    C[t] = sum;
}
