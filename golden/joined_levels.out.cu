// Four groups have 16 combinations of branches, but no number takes all of them: there are four programs.
#define LEVEL 4

__global__ void product(const float *__restrict__ a, const float *__restrict__ b,
                        float *__restrict__ c, int m, int k, int n)
{
#define A(i, j) a[(i) * k + (j)]
#if (LEVEL < 5)
    int batch = 0;
#else
    int batch = blockIdx.z;
#endif
#if (LEVEL < 5)
#if (LEVEL == 4)
    __shared__ __align__(128) float kp_part[2][4][32];
    int col = blockIdx.y * 32, row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum[32] = {};
    int i = threadIdx.x / 32, j = threadIdx.x % 32;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int t) __attribute__((always_inline)) {
        if (t * 4 + i < k && col + j < n) {
            kp_r0 = b[(t * 4 + i) * n + col + j];
        } else {
            kp_r0 = 0;
        }
    };
    auto kp_compute = [&](int t, int kp_stage) __attribute__((always_inline)) {
        auto &part = kp_part[kp_stage];
        for (int x = 0; x < 4; ++x)
            for (int y = 0; y < 32; ++y)
                sum[y] += A(row, t * 4 + x) * part[x][y];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &part = kp_part[kp_stage];
        part[i][j] = kp_r0;
    };
    {
        int t = 0;
        if (t < (k + 3) / 4) {
            int kp_stage = 0;
            kp_fetch(t);
            kp_store(kp_stage);
            __syncthreads();
            int kp_t = t;
            for (++t; t < (k + 3) / 4; ++t) {
                kp_fetch(t);
                kp_compute(kp_t, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_t = t;
                kp_stage ^= 1;
            }
            kp_compute(kp_t, kp_stage);
            __syncthreads();
        }
    }
#else
    __shared__ float part[4][32];
    int col = blockIdx.y * 32, row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum[32] = {};
    int i = threadIdx.x / 32, j = threadIdx.x % 32;
    for (int t = 0; t < (k + 3) / 4; ++t) {
        if (t * 4 + i < k && col + j < n) {
        } else {
            part[i][j] = 0;
        }
        __syncthreads();
        for (int x = 0; x < 4; ++x)
            for (int y = 0; y < 32; ++y)
                sum[y] += A(row, t * 4 + x) * part[x][y];
        __syncthreads();
    }
#endif
#else
#if (LEVEL == 5 || LEVEL == 6)
    __shared__ __align__(128) float kp_part[2][4][32];
    int col = blockIdx.y * 32, row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum[32] = {};
    int i = threadIdx.x / 32, j = threadIdx.x % 32;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int t) __attribute__((always_inline)) {
        if (t * 4 + i < k && col + j < n) {
            int channel = (t * 4 + i) / 9;
            kp_r0 = b[batch * k * n + channel * n + col + j];
        }
    };
    auto kp_compute = [&](int t, int kp_stage) __attribute__((always_inline)) {
        auto &part = kp_part[kp_stage];
        for (int x = 0; x < 4; ++x)
            for (int y = 0; y < 32; ++y)
                sum[y] += A(row, t * 4 + x) * part[x][y];
    };
    auto kp_store = [&](int t, int kp_stage) __attribute__((always_inline)) {
        auto &part = kp_part[kp_stage];
        if (t * 4 + i < k && col + j < n) {
            part[i][j] = kp_r0;
        } else {
            part[i][j] = 0;
        }
    };
    {
        int t = 0;
        if (t < (k + 3) / 4) {
            int kp_stage = 0;
            kp_fetch(t);
            kp_store(t, kp_stage);
            __syncthreads();
            int kp_t = t;
            for (++t; t < (k + 3) / 4; ++t) {
                kp_fetch(t);
                kp_compute(kp_t, kp_stage);
                kp_store(t, kp_stage ^ 1);
                __syncthreads();
                kp_t = t;
                kp_stage ^= 1;
            }
            kp_compute(kp_t, kp_stage);
            __syncthreads();
        }
    }
#else
    __shared__ float part[4][32];
    int col = blockIdx.y * 32, row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum[32] = {};
    int i = threadIdx.x / 32, j = threadIdx.x % 32;
    for (int t = 0; t < (k + 3) / 4; ++t) {
        if (t * 4 + i < k && col + j < n) {
        } else {
            part[i][j] = 0;
        }
        __syncthreads();
        for (int x = 0; x < 4; ++x)
            for (int y = 0; y < 32; ++y)
                sum[y] += A(row, t * 4 + x) * part[x][y];
        __syncthreads();
    }
#endif
#endif
    for (int y = 0; y < 32; ++y)
        if (row < m && col + y < n)
            c[batch * m * n + row * n + col + y] = sum[y];
#undef A
}
void launch(const float *a, const float *b, float *c, int m, int k, int n)
{
    product<<<dim3(m / 128, n / 32), 128>>>(a, b, c, m, k, n);
}
