// FAST is a name that any build may give, and for the host alone it counts.
#if (defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700) || defined(FAST)
#define SOURCE const float *__restrict__
#else
#define SOURCE const float *
#endif

__global__ void dots(SOURCE x, float *y, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;

    #if (defined(__CUDA_ARCH__) || !defined(__CUDACC__)) && (!((defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700) || defined(FAST)))
    #error "kpipe: not the build that this was made for: run kpipe again"
    #endif
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t];
    };
    auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        float sum = 0;
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * tile[127 - j];
        y[i + t] = sum;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            int kp_i = i;
            for (i += 128; i < n; i += 128) {
                kp_fetch(i);
                kp_compute(kp_i, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_i = i;
                kp_stage ^= 1;
            }
            kp_compute(kp_i, kp_stage);
        }
    }
}
