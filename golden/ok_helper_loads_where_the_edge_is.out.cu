// Registers keep what the last iteration has loaded where this one loads nothing.
struct Frag {
    float v[4];
};

__device__ void load_tile(Frag &f, const float *src, int at, int n)
{
    for (int i = 0; i < 4; ++i)
        if (at + i * 128 < n)
            f.v[i] = src[at + i * 128];
}

__device__ void store_tile(float *tile, const Frag &f)
{
    for (int i = 0; i < 4; ++i)
        tile[threadIdx.x + i * 128] = f.v[i];
}

__global__ void __launch_bounds__(128) gemv(const float *__restrict__ A, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_As[2][512];
    const int t = threadIdx.x;
    Frag regs = {{1.0f, 2.0f, 3.0f, 4.0f}};
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        { // load_tile(), inlined
            const float *src = A;
            int at = k + t;
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                if (at + i * 128 < n)
                    kp_r0[i] = src[at + i * 128];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 16; ++j)
            sum += As[(j * 33 + t * 5) % 512] * (t + j);
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        { // load_tile(), inlined
            int at = k + t;
            #pragma unroll
            for (int i = 0; i < 4; ++i)
                if (at + i * 128 < n)
                    regs.v[i] = kp_r0[i];
        }
        { // store_tile(), inlined
            auto &tile = As;
            for (int i = 0; i < 4; ++i)
                tile[threadIdx.x + i * 128] = regs.v[i];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 512; k < n; k += 512) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
