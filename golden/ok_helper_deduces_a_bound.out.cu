// How many registers there are the compiler deduces from the array, whose bound is a constant.
constexpr int LOADS = 4;

template <typename T, int N>
__device__ void load_tile(T (&regs)[N], const T *src, int at, int n)
{
#pragma unroll
    for (int i = 0; i < N; ++i)
        regs[i] = at + i * 128 < n ? src[at + i * 128] : 0;
}

template <int N>
__device__ void store_tile(float *tile, const float (&regs)[N])
{
#pragma unroll
    for (int i = 0; i < N; ++i)
        tile[threadIdx.x + i * 128] = regs[i];
}

__global__ void __launch_bounds__(128) gemv(const float *__restrict__ A, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_As[2][128 * LOADS];
    const int t = threadIdx.x;
    float sum = 0.0f;

    static_assert(LOADS == 4, "kpipe: LOADS has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        { // load_tile(), inlined
            constexpr int N = 4;
            const auto *src = A;
            int at = k + t;
#pragma unroll
            for (int i = 0; i < N; ++i)
                kp_r0[i] = at + i * 128 < n ? src[at + i * 128] : 0;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 16; ++j)
            sum += As[(j * 33 + t * 5) % (128 * LOADS)] * (t + j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        float frag[LOADS];
        { // load_tile(), inlined
            constexpr int N = 4;
#pragma unroll
            for (int i = 0; i < N; ++i)
                frag[i] = kp_r0[i];
        }
        { // store_tile(), inlined
            constexpr int N = 4;
            auto &tile = As;
#pragma unroll
            for (int i = 0; i < N; ++i)
                tile[threadIdx.x + i * 128] = frag[i];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128 * LOADS; k < n; k += 128 * LOADS) {
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
