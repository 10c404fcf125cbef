// None of these can be said in front of the loop, or is one value.
#include <climits>
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define ON_DEVICE 2
#else
#define ON_DEVICE 1
#endif
#define MADE_OF_IT (ON_DEVICE * 2)
#define EPSILON 1e-6f
#define LATER 3
constexpr int SHADOWED = 4;

class closed {
    static constexpr int SECRET = 2;

public:
    static __device__ float scaled(float v)
    {
        return v * SECRET;
    }
};

template <int WIDTH>
__global__ void parameters(const float *__restrict__ x, float *__restrict__ y, int n)
{
    constexpr int TWICE = 2 * WIDTH;
    constexpr int kp_stages = 2 * (sizeof(float[TWICE])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { float s[TWICE]; } kp_s[kp_stages];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        for (int j = 0; j < WIDTH; ++j)
            sum += s[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        s[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += TWICE; k < n; k += TWICE) {
                kp_fetch(k);
                kp_compute(kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * TWICE + t] = sum;
}

__global__ void places(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(128) float kp_s[2][128];
    const int t = threadIdx.x, least = n / 2;
    float sum = EPSILON;
#undef LATER
#define LATER 5
    if (t < SHADOWED) {
        constexpr int INNER = 2;
        sum += INNER + LATER;
    }
    const float SHADOWED = n < INT_MAX ? 1.0f : 2.0f;

    static_assert(LATER == 5, "kpipe: LATER has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
        constexpr int BODY = 3;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        constexpr int BODY = 3;
        for (int j = 0; j < 128; ++j)
            sum += closed::scaled(s[j]) * (j + SHADOWED + BODY + MADE_OF_IT * 0) + least;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[t] = kp_r0;
        constexpr int BODY = 3;
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
