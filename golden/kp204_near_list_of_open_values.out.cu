// A list of values whose type only an instance knows: what is tested in front of the loop is told by the instance.
#include <type_traits>

template <class T> struct vec { T x, y, z; vec() = default; __device__ vec(T a, T b, T c) : x(a), y(b), z(c) {} template <class X, class Y, class Z> __device__ vec(X a, Y b, Z c) : x(a), y(b), z(c) {} };
template <class S> __global__ void sums(const S * x, float * y, int n)
{
    __shared__ __align__(16) float kp_raw[2][128 * 3];
    auto &raw = kp_raw[0];
    vec<float> *tile = (vec<float> *)raw;
    const int t = threadIdx.x;
    float sum = 0.0f;
    static_assert(::std::is_same<S, float>::value, "kpipe: S has changed: run kpipe again");
    static_assert(::std::is_arithmetic<S>::value && !::std::is_volatile<S>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe: pipelined where these hold, else the loop as written
    auto kp_clear = [](const volatile void *kp_a, long long kp_a_from, long long kp_a_to,
                    const volatile void *kp_b, long long kp_b_from, long long kp_b_to) {
        return reinterpret_cast<long long>(kp_a) + kp_a_to <= reinterpret_cast<long long>(kp_b) + kp_b_from ||
                reinterpret_cast<long long>(kp_b) + kp_b_to <= reinterpret_cast<long long>(kp_a) + kp_a_from;
    };
    const bool kp_apart =
        kp_clear(x, 0, 4LL * n + 4LL * blockDim.x - (4LL),
                y, 0, 4LL * n + 4LL * blockDim.x - (4LL)) &&
        kp_clear(x, 4LL, 4LL * n + 4LL * blockDim.x,
                y, 0, 4LL * n + 4LL * blockDim.x - (4LL)) &&
        kp_clear(x, 8LL, 4LL * n + 4LL * blockDim.x + 4LL,
                y, 0, 4LL * n + 4LL * blockDim.x - (4LL));
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    if (kp_apart) {
        auto kp_tile = tile;
        S kp_r0, kp_r1, kp_r2;
        auto kp_fetch = [&](int i) __attribute__((always_inline)) {
            kp_r0 = x[i + t];
            kp_r1 = x[i + t + 1];
            kp_r2 = x[i + t + 2];
        };
        auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * sizeof(kp_raw[0]));
            for (int j = 0; j < 128; ++j) sum += tile[j].x * tile[t].z; y[i + t] = sum;
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * sizeof(kp_raw[0]));
            tile[t] = {kp_r0, kp_r1, kp_r2};
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_fetch(i);
                kp_store(kp_stage);
                __syncthreads();
                int kp_i = i;
                for (i += 128; i < n; i += 128) {
                    kp_fetch(i);
                    kp_compute(kp_i, kp_stage);
                    kp_store(kp_stage ^ 1);
                    __syncthreads();
                    kp_i = i;
                    kp_stage ^= 1;
                }
                kp_compute(kp_i, kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &raw = kp_raw[0];
        for (int i = 0; i < n; i += 128) {
            tile[t] = {x[i + t], x[i + t + 1], x[i + t + 2]};
            __syncthreads();
            for (int j = 0; j < 128; ++j) sum += tile[j].x * tile[t].z; y[i + t] = sum;
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
void run(const float *x, float *y, int n) { sums<float><<<8, 128>>>(x, y, n); }
