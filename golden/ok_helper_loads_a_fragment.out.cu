// Registers between load and store: helpers load into them and store from them, in one iteration.
template <int N, int THREADS>
__device__ __forceinline__ void load_tile(float4 (&regs)[N], const float *__restrict__ src)
{
#pragma unroll
    for (int i = 0; i < N; ++i)
        regs[i] = __ldg(reinterpret_cast<const float4 *>(src) + threadIdx.x + i * THREADS);
}

template <int N, int THREADS>
__device__ __forceinline__ void store_tile(float *tile, const float4 (&regs)[N])
{
#pragma unroll
    for (int i = 0; i < N; ++i)
        reinterpret_cast<float4 *>(tile)[threadIdx.x + i * THREADS] = regs[i];
}

__global__ void __launch_bounds__(128) gemv(const float *__restrict__ A, const float *__restrict__ x,
                                            float *__restrict__ y, int n)
{
    __shared__ __align__(128) float4 kp_As4[2][256];
    auto &As4 = kp_As4[0];
    float *As = reinterpret_cast<float *>(As4);
    const int t = threadIdx.x;
    float4 frag[2];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    auto kp_As = As;
    float4 kp_r0[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        { // load_tile(), inlined
            constexpr int N = 2;
            constexpr int THREADS = 128;
            const float *__restrict src = A + k;
#pragma unroll
            for (int i = 0; i < N; ++i)
                kp_r0[i] = __ldg(reinterpret_cast<const float4 *>(src) + threadIdx.x + i * THREADS);
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto As = (decltype(kp_As))((char *)kp_As + kp_stage * sizeof(kp_As4[0]));
        for (int j = 0; j < 16; ++j)
            sum += As[(j * 33 + t * 5) % 1024] * x[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto As = (decltype(kp_As))((char *)kp_As + kp_stage * sizeof(kp_As4[0]));
        { // load_tile(), inlined
            constexpr int N = 2;
            constexpr int THREADS = 128;
#pragma unroll
            for (int i = 0; i < N; ++i)
                frag[i] = kp_r0[i];
        }
        { // store_tile(), inlined
            constexpr int N = 2;
            constexpr int THREADS = 128;
            float *tile = As;
#pragma unroll
            for (int i = 0; i < N; ++i)
                reinterpret_cast<float4 *>(tile)[threadIdx.x + i * THREADS] = frag[i];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 1024; k < n; k += 1024) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
