// kpipe: --stages 2
// The list keeps no address in the instance that is in sight: the output is for that one.
#include <type_traits>

template <class T> struct vec {
    T x, y, z;
    vec() = default;
    __device__ vec(T a, T b, T c) : x(a), y(b), z(c) {}
};
template <class A, class B> struct pair {
    A first;
    B second;
};
__shared__ const double *last[128];
template <> struct pair<double, int> {
    double first;
    int second;
    __device__ pair(const double &a, int b)
        : first(a + (last[threadIdx.x] ? *last[threadIdx.x] : 0)), second(b)
    {
        last[threadIdx.x] = &a;
    }
};

template <class S> __global__ void sums(const vec<S> *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ struct alignas(128) { __align__(16) S raw[128 * 3]; } kp_raw[2];
    auto &raw = kp_raw[0].raw;
    vec<S> *tile = (vec<S> *)raw;
    const int t = threadIdx.x;
    float sum = 0.0f;

    static_assert(::std::is_same<S, float>::value, "kpipe: S has changed: run kpipe again");
    static_assert(::std::is_arithmetic<S>::value && !::std::is_volatile<S>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    auto kp_tile = tile;
    vec<S> kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * sizeof(kp_raw[0]));
        for (int j = 0; j < 128; ++j) {
            pair<S, int> p{tile[j].x, j};
            sum += p.first * p.second;
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * sizeof(kp_raw[0]));
        tile[t] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i += 128; i < n; i += 128) {
                kp_fetch(i);
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

void run(const vec<float> *x, float *y, int n)
{
    sums<float><<<8, 128>>>(x, y, n);
}
