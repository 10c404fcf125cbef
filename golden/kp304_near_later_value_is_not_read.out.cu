// The copy's index is set anew in each iteration and then moved on; compute needs the first value
// only. Setting it again there undoes the move, but nobody reads what the loop leaves.
__device__ float scaled(float x, float by = 2.0f)
{
    return x * by;
}

__global__ void __launch_bounds__(32)
    product(const float *__restrict__ a, float *__restrict__ c, int n)
{
    __shared__ __align__(128) float kp_s[2][64];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int row = 1;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        row = 0;
        const int first = row;
        sum += scaled(s[32 + (t ^ 1)] * (first + 1));
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        row = 0;
        row ^= 1;
        s[row * 32 + t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 32; k < n; k += 32) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    c[blockIdx.x * 32 + t] = sum;
}
