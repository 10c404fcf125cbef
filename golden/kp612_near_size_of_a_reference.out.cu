// kpipe: --stages 2
// The size of what a reference names is that of what the pointer in its place points to.
struct storage {
    float a[64], b[64];
};

static __global__ void kern(float *out, const float *__restrict__ x, const float *__restrict__ y, int n)
{
    extern __shared__ char raw[];
    storage *q = reinterpret_cast<storage *>(raw);
    const int t = threadIdx.x;
    float s = 0;

    static_assert(sizeof(storage) == 512 && alignof(storage) == 4,
                  "kpipe: sizeof(storage) or alignof(storage) has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_q = q;
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
        kp_r1 = y[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto q = (decltype(kp_q))((char *)kp_q + kp_stage * kp_stride);
        for (int j = 0; j < sizeof((*q)) / 8; j++)
            s += q->a[j] * q->b[63 - j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto q = (decltype(kp_q))((char *)kp_q + kp_stage * kp_stride);
        q->a[t] = kp_r0;
        q->b[t] = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 64 + t] = s;
}

void run(float *o, const float *x, const float *y, int n)
{
    cudaFuncSetAttribute(kern, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * ((size_t(sizeof(storage)) + 127) / 128 * 128));
    kern<<<2, 64, 2 * ((size_t(sizeof(storage)) + 127) / 128 * 128)>>>(o, x, y, n);
}
