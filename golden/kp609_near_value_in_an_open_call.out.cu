// x is a variable of its own in all of them.
#include <type_traits>

#define CALL(T, x) step<T>(x)

template <class T>
__device__ void step(T y)
{
    T x = y;
    x += 1;
}

template <class T, class V = T>
__device__ void also(const T &y)
{
    V x = y;
    x += 1;
}

template <class U>
__global__ void k(const float *A, float *C, int K)
{
    __shared__ __align__(128) float kp_As[2][256];
    float acc = 0.0f;
    U v = 0;
    static_assert(::std::is_arithmetic<U>::value && !::std::is_volatile<U>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = A[k0 + threadIdx.x + v];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = 0; i < 256; ++i)
            acc += As[i];
        step<U>(v);
        CALL(U, v);
        step<const int>(3);
        also(v);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        As[threadIdx.x] = kp_r0;
    };
    {
        int k0 = 0;
        if (k0 < K) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += 256; k0 < K; k0 += 256) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    C[threadIdx.x] = acc + v;
}
