// Either branch declares the variable that compute reads; the old one parses in no toolkit that kpipe knows, and
// keeps the loop as it is.
__global__ void sums(const int *__restrict__ x, int *__restrict__ y, int n)
{
#if defined(OLD_SHUFFLE)
    __shared__ int xs[256];
#else
    __shared__ __align__(128) int kp_xs[2][256];
#endif
    const int t = threadIdx.x;
    int sum = 0;

#if defined(OLD_SHUFFLE)
    for (int k = 0; k < n; k += 256) {
        xs[t] = x[k + t];
        __syncthreads();
        const int mine = xs[255 - t] + xs[t ^ 1];
        const int other = __shfl_down_of_old(mine, 1);
        sum += mine * other;
        __syncthreads();
    }
#else
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        const int mine = xs[255 - t] + xs[t ^ 1];
        const int other = __shfl_down_sync(0xffffffff, mine, 1);
        sum += mine * other;
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
#endif
    y[blockIdx.x * 256 + t] = sum;
}
