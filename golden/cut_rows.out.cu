// Both loops: the rows that registers hold have columns that they do not.
__global__ void gemv(const unsigned char *__restrict__ q, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_xs[2][8][32];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned char kp_r0[2 * 2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (int r = threadIdx.y, kp_i = 0; kp_i < 2 && r < 8; r += blockDim.y, ++kp_i) {
            const int row = k + r * 32;
            #pragma unroll
            for (int c = threadIdx.x, kp_i2 = 0; kp_i2 < 2 && c < 32; c += blockDim.x, ++kp_i2)
                kp_r0[kp_i * 2 + kp_i2] = q[row + c];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += xs[j / 32][j % 32] * xs[threadIdx.y % 8][threadIdx.x % 32];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        {
            int r = threadIdx.y;
            #pragma unroll
            for (int kp_i = 0; kp_i < 2 && r < 8; r += blockDim.y, ++kp_i) {
                const int row = k + r * 32;
                {
                    int c = threadIdx.x;
                #pragma unroll
                    for (int kp_i2 = 0; kp_i2 < 2 && c < 32; c += blockDim.x, ++kp_i2)
                        xs[r][c] = 0.5f * kp_r0[kp_i * 2 + kp_i2];
                    for (; c < 32; c += blockDim.x)
                        xs[r][c] = 0.5f * q[row + c];
                }
            }
            for (; r < 8; r += blockDim.y) {
                const int row = k + r * 32;
                for (int c = threadIdx.x; c < 32; c += blockDim.x)
                    xs[r][c] = 0.5f * q[row + c];
            }
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = sum;
}

void launch(const unsigned char *q, float *y, int n, int blocks)
{
    gemv<<<blocks, dim3(16, 4)>>>(q, y, n);
}
