// kpipe: --stages 2
// With more than 48 KB the runtime is asked, in front of the launch and in its brackets.
#define CHECK(what)                                                                                \
    do {                                                                                           \
        what;                                                                                      \
        cudaError_t error = cudaGetLastError();                                                    \
        if (error != cudaSuccess)                                                                  \
            report(#what, error);                                                                  \
    } while (0)

void report(const char *what, cudaError_t error);

static __global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float tile[];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    constexpr unsigned kp_stride = 4096; // bytes of one stage, of 2
    auto kp_tile = tile;
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        for (int i = 0; i < 128; i++)
            sum += tile[i] * (i + t);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        tile[t] = kp_r0;
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
    y[blockIdx.x * 128 + t] = sum;
}

void run(const float *x, float *y, int n)
{
    if (n > 128)
        CHECK((cudaFuncSetAttribute(sums, cudaFuncAttributeMaxDynamicSharedMemorySize, 48000 + 4096), sums<<<8, 128, 48000 + 4096>>>(x, y, n)));
}
