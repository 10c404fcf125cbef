// What callers out of sight pass may be memory of any space for those, too, to whom a function hands it
// on: through registers. Only `of_kernels` gets global memory from all its callers.
static __device__ float handed_on(const float *a, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[k + t];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j + n);
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        tile[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < 512) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 128; k < 512; k += 128) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
            __syncthreads();
        }
    }
    return sum;
}

static __device__ float of_kernels(const float *a, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j + n);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < 512) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < 512; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    return sum;
}

__device__ float hands_on(const float *a)
{
    return handed_on(a, 1);
}

__global__ void sums(const float *__restrict__ x, float *__restrict__ y)
{
    y[blockIdx.x * 128 + threadIdx.x] = handed_on(x, 2) + of_kernels(x, 3);
}
