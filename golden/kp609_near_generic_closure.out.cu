// kpipe: --stages 2
// Closures whose calls all give the same types.

__global__ void fills(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_As[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        { // load(), inlined
            kp_r0 = A[k + t]; 
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        { // load(), inlined
            As[t] = kp_r0; 
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 256 + t] = sum;
}

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_As[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    auto add = [&](int j, const float &x) { sum += x * (t - j); };
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 256; ++j)
            add(j, As[j]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        As[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 256 + t] = sum;
}

__global__ void gives(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_As[2][256];
    const int t = threadIdx.x;
    float sum = 0.0f;
    auto value = [&](const int &at, int by) { return A[at + by]; };
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = value(k, t);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += As[j] * (t - j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        As[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 256 + t] = sum;
}
