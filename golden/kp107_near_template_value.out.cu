// The values go into the function as they are, whatever its threads do with them.
#include <type_traits>

template <int TILE, typename size_type>
static __device__ void gemv(const float *x, float *y, size_type n, size_type stride)
{
    const size_type begin = n * blockIdx.x, end = begin + n - 1;
    const size_type t = threadIdx.x;
    float sum = 0;

    static_assert(::std::is_arithmetic<size_type>::value && !::std::is_volatile<size_type>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    constexpr int kp_stages = 2 * (sizeof(float[TILE])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { float tile[TILE]; } kp_tile[kp_stages];
    float kp_r0;
    auto kp_fetch = [&](auto k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int j = 0; j < TILE; ++j)
            sum += tile[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        tile[threadIdx.x] = kp_r0;
    };
    {
        size_type k = begin;
        if (k <= end) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += TILE; k <= end; k += TILE) {
                kp_fetch(k);
                kp_compute(kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    y[stride * t + blockIdx.x] = sum;
}

__global__ __launch_bounds__(128) void gemv_128(const float *x, float *y, size_t n, size_t stride)
{
    gemv<128, size_t>(x, y, n, stride);
}

// A pointer goes in as it is, too: the loop's end may hang on it behind the call.
static __device__ void mark(float *y)
{
    y[threadIdx.x] = 0;
}

__global__ __launch_bounds__(128) void sums(const float *__restrict__ x, float *end, float *y, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0;

    mark(y);
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](float *at) __attribute__((always_inline)) {
        kp_r0 = x[at - y + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = kp_r0;
    };
    {
        float *at = y;
        if (at < end) {
            int kp_stage = 0;
            kp_fetch(at);
            kp_store(kp_stage);
            __syncthreads();
            for (at += 128; at < end; at += 128) {
                kp_fetch(at);
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
