// Sizes and limits are the same for all compilers; a condition of the preprocessor is no value.
#define WIDTH (16 * __SIZEOF_INT__ * __CHAR_BIT__ / 4)
#if __GNUC__ >= 3 && defined(__cplusplus)
#define SCALE 2.0f
#else
#define SCALE 2.0f
#endif

__global__ void k(const int *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) int kp_s[2][WIDTH];
    const int t = threadIdx.x;
    float sum = 0.0f;

    static_assert((WIDTH) == 128, "kpipe: WIDTH has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < WIDTH; ++j)
            sum += s[j] == __INT_MAX__ ? 0 : s[j] * SCALE;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += WIDTH; k < n; k += WIDTH) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * WIDTH + t] = sum;
}
