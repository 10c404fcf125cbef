// The branch stands in a function that the loop calls: one build of it stores to global memory.
__device__ float *trace;

__device__ inline float weigh(float v, int j)
{
#ifdef TRACE
    trace[j] = v;
#endif
    return v * (j & 7);
}

__global__ void gemv(const float *A, const float *x, float *y, int n)
{
#ifdef TRACE
    __shared__ float xs[128];
#else
    __shared__ __align__(128) float kp_xs[2][128];
#endif
    const int t = threadIdx.x;
    float sum = 0.0f;

#ifdef TRACE
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += weigh(xs[j], j);
        __syncthreads();
    }
#else
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += weigh(xs[j], j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        xs[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
#endif
    y[blockIdx.x * 128 + t] = sum;
}
