// Only the body names the type: an instance of another one is asserted away by the definition's name.
#include <type_traits>

template <class ELEMENT>
__global__ void total(const void *__restrict__ in, void *out, int n);

template <class T>
__global__ void total(const void *__restrict__ in, void *out, int n)
{
    __shared__ struct alignas(128) { T tile[128]; } kp_tile[2];
    const int t = threadIdx.x;
    const T *from = static_cast<const T *>(in);
    T sum = 0;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = from[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int i = 0; i < 128; ++i)
            sum += tile[i] * i;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        tile[t] = kp_r0;
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
    static_cast<T *>(out)[t] = sum;
}

void run(const void *in, void *out, int n)
{
    total<float><<<1, 128>>>(in, out, n);
}
