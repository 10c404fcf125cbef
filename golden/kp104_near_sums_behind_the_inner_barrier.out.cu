// kpipe: --stages 2
// Behind the last barrier of the inner loop's body come sums of the thread's own variables alone.
#define TILE 16
#define ROWS 2

__global__ void product(float *out, const float *__restrict__ x, const float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_a[2][TILE][TILE * ROWS], kp_a_b[2][TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = (blockIdx.y * TILE + ty) * ROWS, col = blockIdx.x * TILE + tx;
    float sum[ROWS] = {0.0f}, left[ROWS] = {0.0f}, right = 0.0f;

    static_assert(TILE == 16 && ROWS == 2, "kpipe: TILE or ROWS has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[2], kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < ROWS; i++)
            kp_r0[i] = x[(row + i) * n + k + tx];
        kp_r1 = y[(k + ty) * n + col];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        auto &b = kp_a_b[kp_stage];
        for (int j = 0; j < TILE; j++) {
            for (int i = 0; i < ROWS; i++)
                left[i] = a[j][ty * ROWS + i];
            right = b[j][tx];
            __syncthreads();
            for (int i = 0; i < ROWS; i++)
                sum[i] += left[i] * right;
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &a = kp_a[kp_stage];
        auto &b = kp_a_b[kp_stage];
        #pragma unroll
        for (int i = 0; i < ROWS; i++)
            a[tx][ty * ROWS + i] = kp_r0[i];
        b[ty][tx] = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += TILE; k < n; k += TILE) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    for (int i = 0; i < ROWS; i++)
        out[(row + i) * n + col] = sum[i];
}

void launch(float *out, const float *x, const float *y, int n)
{
    product<<<dim3(n / TILE, n / (TILE * ROWS)), dim3(TILE, TILE)>>>(out, x, y, n);
}
