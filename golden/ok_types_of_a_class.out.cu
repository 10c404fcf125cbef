// kpipe: --variant ldg
// A type that a class or a namespace names is written in full where its own name is not known.
#include <type_traits>

struct Params {
    using Element = float;
    using Index = int;
    struct Pair {
        Element a, b;
    };
    const Element *__restrict__ x;
    const Pair *__restrict__ pairs;
    Index n;
};
using Index = signed char;

__global__ void of_class(Params p, float *__restrict__ y)
{
    __shared__ __align__(128) float kp_xs[2][128];
    __shared__ __align__(128) Params::Pair kp_ps[2][128];
    int t = threadIdx.x;
    float acc = 0;
    const auto n = p.n;
    static_assert(sizeof(Params::Pair) == 8 && alignof(Params::Pair) == 4,
                  "kpipe: a constant has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    Params::Pair kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = p.x[k + t];
        kp_r1 = p.pairs[k + t];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        auto &ps = kp_ps[kp_stage];
        for (int j = 0; j < 128; j++)
            acc += xs[j] * ps[j].a + ps[j ^ 1].b;
        acc += k;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        auto &ps = kp_ps[kp_stage];
        xs[t] = kp_r0;
        ps[t] = kp_r1;
    };
    {
        auto k = n - n;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
        }
    }
    y[t] = acc;
}

namespace app {
using Index = short;
struct Pair {
    float a, b;
};

// Their own names serve here, and the bare one where the kernel says it itself.
__global__ void of_namespace(const Pair *__restrict__ x, const float *__restrict__ z,
                             float *__restrict__ y, Index n)
{
    __shared__ __align__(128) Pair kp_ps[2][128];
    __shared__ __align__(128) float kp_zs[2][128];
    int t = threadIdx.x;
    float acc = 0;
    static_assert(sizeof(Pair) == 8 && alignof(Pair) == 4 &&
                  ::std::is_same<Index, short>::value,
                  "kpipe: sizeof(Pair), alignof(Pair) or Index has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    Pair kp_r0;
    float kp_r1;
    auto kp_fetch = [&](Index k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
        kp_r1 = z[k + t];
    };
    auto kp_compute = [&](Index k, int kp_stage) __attribute__((always_inline)) {
        auto &ps = kp_ps[kp_stage];
        auto &zs = kp_zs[kp_stage];
        for (int j = 0; j < 128; j++)
            acc += ps[j].a * zs[j];
        acc += k;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &ps = kp_ps[kp_stage];
        auto &zs = kp_zs[kp_stage];
        ps[t] = kp_r0;
        zs[t] = kp_r1;
    };
    {
        Index k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            Index kp_k = k;
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
        }
    }
    y[t] = acc;
}
} // namespace app

class Sealed {
    struct Pair {
        float a, b;
    };

  public:
    Pair pair;
};

// Nothing but the class may name it.
__global__ void of_nobody(const Sealed *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ decltype(Sealed::pair) ps[128];
    int t = threadIdx.x;
    float acc = 0;
    for (int k = 0; k < n; k += 128) {
        ps[t] = x[k + t].pair;
        __syncthreads();
        for (int j = 0; j < 128; j++)
            acc += ps[j].a;
        __syncthreads();
    }
    y[t] = acc;
}
