// kpipe: --stages 2
// The class depends on the kernel's parameter: its method is what the instances call.
#include <type_traits>

template <class T> struct traits {
    static __device__ float up(T v) { return v; }
};
template <> struct traits<int> {
    static __device__ float up(int v) { return v / 2; }
};
// a function of the class's name, and one of the method's
__device__ float traits_of(float v) { return v * 3.0f; }
__device__ float up(float v) { return v * 2.0f; }

template <class S>
__global__ void sums(const S *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ struct alignas(128) { S tile[128]; } kp_tile[2];
    const int t = threadIdx.x;
    float sum = 0.0f;

    static_assert(((::std::is_same<S, float>::value) || (::std::is_same<S, int>::value)),
                  "kpipe: S has changed: run kpipe again");
    static_assert(::std::is_arithmetic<S>::value && !::std::is_volatile<S>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    S kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int j = 0; j < 128; ++j)
            sum += traits<S>::up(tile[j]) * t;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
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

void run(const float *x, const int *z, float *y, int n)
{
    sums<<<8, 128>>>(x, y, n);
    sums<<<8, 128>>>(z, y, n);
}
