// The row in the tile is that in the matrix, modulo what the loop steps by: the same in every iteration.
__global__ void product(const float *__restrict__ A, const float *__restrict__ x,
                        float *__restrict__ y, int n)
{
    constexpr int BK = 8;
    __shared__ __align__(128) float kp_tile[2][BK][64];
    const int column = threadIdx.x % 64;
    const int line = threadIdx.x / 64;
    float sum = 0.0f;

    static_assert(BK == 8, "kpipe: BK has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < 4; i++) {
            int row = line + i * 2 + k;
            kp_r0[i] = A[n * column + row];
        }
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < BK; ++j)
            sum += tile[j][column] * x[k + j];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        #pragma unroll
        for (int i = 0; i < 4; i++) {
            int row = line + i * 2 + k;
            tile[row % BK][column] = kp_r0[i];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += BK; k < n; k += BK) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + threadIdx.x] = sum;
}
