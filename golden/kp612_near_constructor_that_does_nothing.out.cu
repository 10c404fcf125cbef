// kpipe: --stages 2
// The constructor that kpipe's own variable has does nothing.
#include <type_traits>

template <class T> struct w3 { T x, y, z; __device__ w3() {} __device__ w3(T a, T b, T c) : x(a), y(b), z(c) {}  };
template <class T> __device__ w3<T> operator-(const w3<T> &a, const w3<T> &b) { return w3<T>(a.x - b.x, a.y - b.y, a.z - b.z); }
template <class S> __global__ void k(const w3<S> *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_raw[2][128 * 3];
    auto &raw = kp_raw[0];
 w3<S> *tile = (w3<S> *)raw;
    const int t = threadIdx.x;
    float sum = 0.0f; 
    static_assert(::std::is_same<S, float>::value, "kpipe: S has changed: run kpipe again");
    static_assert(::std::is_arithmetic<S>::value && !::std::is_volatile<S>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    auto kp_tile = tile;
    w3<S> kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto tile = (decltype(kp_tile))((char *)kp_tile + kp_stage * sizeof(kp_raw[0]));
        for (int j = 0; j < 128; ++j) { w3<S> d = tile[j] - tile[t]; sum += d.x; }
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
    out[blockIdx.x * 128 + t] = sum;
}

void go(const w3<float> *x, float *o, int n) { k<float><<<1, 128>>>(x, o, n); }

