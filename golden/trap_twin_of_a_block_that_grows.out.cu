// How large the block is does not follow from its initialiser: the twin is not bound to that.
#define TILE 128

// kpipe 0.1.0: pipelined as kp_pipelined::sums (launches that this file does not show still come here)
__global__ void sums(const float *__restrict__ A, float *__restrict__ y, int n)
{
    extern __shared__ float As[];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += TILE) {
        if (t < TILE)
            As[t] = A[k + t];
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            acc += As[i] * t;
        __syncthreads();
    }
    y[t] = acc;
}

namespace kp_pipelined
{
static __global__ void sums(const float *__restrict__ A, float *__restrict__ y, int n)
{
    extern __shared__ float As[];
    const int t = threadIdx.x;
    float acc = 0.0f;

    static_assert(TILE == 128, "kpipe: TILE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_As = As;
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (t < TILE)
            kp_r0 = A[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto As = (decltype(kp_As))((char *)kp_As + kp_stage * kp_stride);
        for (int i = 0; i < TILE; i++)
            acc += As[i] * t;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto As = (decltype(kp_As))((char *)kp_As + kp_stage * kp_stride);
        if (t < TILE)
            As[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += TILE; k < n; k += TILE) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[t] = acc;
}
} // namespace kp_pipelined

void suggested(int *threads);

void launch(const float *A, float *y, int n)
{
    int threads = 128;
    suggested(&threads);
    kp_pipelined::sums<<<1, threads, 2 * (TILE * sizeof(float))>>>(A, y, n);
}
