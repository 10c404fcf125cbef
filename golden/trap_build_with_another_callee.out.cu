// kpipe: --stages 2
// In another build the function that compute calls writes the tile.
#ifdef IN_PLACE
__device__ float take(float *xs, int j)
{
    const float v = xs[j];
    xs[j] = 0.0f;
    return v;
}
#else
__device__ float take(const float *xs, int j)
{
    return xs[j];
}
#endif

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
#ifdef IN_PLACE
    __shared__ float xs[128];
#else
    __shared__ __align__(128) float kp_xs[2][128];
#endif
    const int t = threadIdx.x;
    float sum = 0.0f;

#ifdef IN_PLACE
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += take(xs, t);
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
        sum += take(xs, t);
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
