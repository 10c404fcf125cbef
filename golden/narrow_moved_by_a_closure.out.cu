// A closure moves the counter on by a number that is no multiple, or returns another one.
__global__ void __launch_bounds__(128) by_three(const float *__restrict__ x,
                                                const int *__restrict__ empty,
                                                float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    float sum = 0;
    auto next = [&](int k) {
        while (k < n && empty[k])
            k += 3;
        return k;
    };
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + threadIdx.x];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; j++)
            sum += tile[j] * (k + j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[threadIdx.x] = kp_r0;
    };
    {
        int k = next(0);
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 128, k = next(k); k < n; k += 128, k = next(k)) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
        }
    }
    y[blockIdx.x * 128 + threadIdx.x] = sum;
}

__global__ void __launch_bounds__(128) another(const float *__restrict__ x,
                                               const int *__restrict__ empty,
                                               float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    float sum = 0;
    auto next = [&](int k) {
        if (k < n && empty[k])
            return k + 1;
        return k;
    };
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + threadIdx.x];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; j++)
            sum += tile[j] * (k + j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[threadIdx.x] = kp_r0;
    };
    {
        int k = next(0);
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 128, k = next(k); k < n; k += 128, k = next(k)) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
        }
    }
    y[blockIdx.x * 128 + threadIdx.x] = sum;
}

__global__ void __launch_bounds__(128) by_reference(const float *__restrict__ x,
                                                    const int *__restrict__ empty,
                                                    float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    float sum = 0;
    auto move = [](int &k) { k++; };
    auto next = [&](int k) {
        if (k < n && empty[k])
            move(k);
        return k;
    };
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + threadIdx.x];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; j++)
            sum += tile[j] * (k + j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[threadIdx.x] = kp_r0;
    };
    {
        int k = next(0);
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 128, k = next(k); k < n; k += 128, k = next(k)) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
        }
    }
    y[blockIdx.x * 128 + threadIdx.x] = sum;
}
