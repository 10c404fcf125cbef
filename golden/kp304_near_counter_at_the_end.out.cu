// What moves the counter, behind compute that reads it, is the header's step.
__global__ void counted(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_tile[2][256];
    float sum = 0;
    int k = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&]() __attribute__((always_inline)) {
        if (k + threadIdx.x < n)
            kp_r0 = x[k + threadIdx.x];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 256 && k + j < n; j++)
            sum += tile[j] * (k + j);
        sum *= 0.5f;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        if (k + threadIdx.x < n)
            tile[threadIdx.x] = kp_r0;
    };
    if (k < n) {
        int kp_stage = 0;
        kp_fetch();
        kp_store(kp_stage);
        __syncthreads();
        int kp_k = k;
        for (k += 256; k < n; k += 256) {
            kp_fetch();
            kp_compute(kp_k, kp_stage);
            kp_store(kp_stage ^ 1);
            __syncthreads();
            kp_k = k;
            kp_stage ^= 1;
        }
        kp_compute(kp_k, kp_stage);
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum + k;
}

__global__ void two(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_tile[2][256];
    float sum = 0;
    int at = threadIdx.x, left = n;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&]() __attribute__((always_inline)) {
        kp_r0 = x[at];
    };
    auto kp_compute = [&](int at, int left, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (at + left);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[threadIdx.x] = kp_r0;
    };
    {
        int i = 0;
        if (i < n / 256) {
            int kp_stage = 0;
            kp_fetch();
            kp_store(kp_stage);
            __syncthreads();
            int kp_at = at;
            int kp_left = left;
            for (at += 256, left -= 256, i++; i < n / 256; at += 256, left -= 256, i++) {
                kp_fetch();
                kp_compute(kp_at, kp_left, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_at = at;
                kp_left = left;
                kp_stage ^= 1;
            }
            kp_compute(kp_at, kp_left, kp_stage);
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum + at - left;
}

void run(const float *x, float *y, int n)
{
    counted<<<8, 256>>>(x, y, n);
    two<<<8, 256>>>(x, y, n);
}
