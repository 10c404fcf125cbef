// kpipe: --variant ldg --stages 2
// The choice is an unsigned number, and both numbers are ints.
static __global__ void sums(int n, const float *__restrict__ x, float *__restrict__ out)
{
    extern __shared__ float tile[];
    const int t = threadIdx.x;
    float s = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    unsigned kp_stride; // bytes of one stage
    asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(kp_stride));
    kp_stride = kp_stride / 2 / 128 * 128;
    auto kp_tile = tile;
    float kp_r0;
    auto kp_fetch = [&](int first) __attribute__((always_inline)) {
        if (first + t < n)
            kp_r0 = x[first + t];
    };
    auto kp_compute = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        const int rows = (first + (int)blockDim.x < n) ? blockDim.x : n - first;
        for (int i = 0; i < rows; i++)
            s += tile[i];
    };
    auto kp_store = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * kp_stride);
        if (first + t < n)
            tile[t] = kp_r0;
    };
    {
        int first = 0;
        if (first < n) {
            int kp_stage = 0;
            kp_fetch(first);
            kp_store(first, kp_stage);
            __syncthreads();
            int kp_first = first;
            for (first += blockDim.x; first < n; first += blockDim.x) {
                kp_fetch(first);
                kp_compute(kp_first, kp_stage);
                kp_store(first, kp_stage ^ 1);
                __syncthreads();
                kp_first = first;
                kp_stage ^= 1;
            }
            kp_compute(kp_first, kp_stage);
        }
    }
    out[blockIdx.x * blockDim.x + t] = s;
}

void launch(int n, const float *x, float *out, int blocks)
{
    sums<<<blocks, 128, 2 * (128 * sizeof(float))>>>(n, x, out);
}
