// kpipe: --variant ldg --stages 2
// Both loops copy by a helper. The second one is refused for what stands behind it, and keeps its call.
template <typename T>
__device__ __forceinline__ void bring(T *to, const T *from, int i)
{
    to[i] = from[i];
}

template <typename T>
__device__ __forceinline__ void put(T *to, const T *from)
{
    *to = *from;
}

__global__ void first(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_As[2][64];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        { // bring(), inlined
            const auto *from = A + k;
            int i = t;
            kp_r0 = from[i];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 64; ++j)
            sum += As[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        { // bring(), inlined
            auto &to = As;
            int i = t;
            to[i] = kp_r0;
        }
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
    out[blockIdx.x * 64 + t] = sum;
}

__global__ void second(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 64) {
        put(&As[(t + k / 64) % 64], &A[k + t]);
        __syncthreads();
        for (int j = 0; j < 64; ++j)
            sum += As[j];
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = sum;
}
