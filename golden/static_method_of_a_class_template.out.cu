// kpipe: --stages 2
// A kernel that calls a static method of a class template, with that class's arguments open: where the
// program has no other form of the class, it is the template's own method. By an alias, too.
#include <type_traits>

template <typename T, int BK>
struct op {
    static __device__ void run(const T *__restrict__ a, float *out, int n)
    {
        constexpr int kp_stages = 2 * (sizeof(T[BK])) <= 48896 ? 2 : 1;
        __shared__ struct alignas(128) { T as[BK]; } kp_as[kp_stages];
        float s = 0.f;

        static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                      "kpipe: made for other types; run kpipe again");
        // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
        T kp_r0[(BK + 256 - 1) / 256];
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            #pragma unroll
            for (int i = threadIdx.x, kp_i = 0; kp_i < (BK + 256 - 1) / 256; i += 256, ++kp_i)
                if (i < BK)
                    kp_r0[kp_i] = a[k + i];
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage].as;
            for (int j = 0; j < BK; j++)
                s += float(as[j]) * float(j + threadIdx.x);
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage].as;
            #pragma unroll
            for (int i = threadIdx.x, kp_i = 0; kp_i < (BK + 256 - 1) / 256; i += 256, ++kp_i)
                if (i < BK)
                    as[i] = kp_r0[kp_i];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_fetch(k);
                kp_store(kp_stage);
                __syncthreads();
                for (k += BK; k < n; k += BK) {
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
        out[blockIdx.x * 256 + threadIdx.x] = s;
    }
};

template <typename T, int BK>
__global__ void __launch_bounds__(256) kern(const T *__restrict__ a, float *out, int n)
{
    op<T, (BK > 0 ? BK : 1)>::run(a, out, n);
}

template <typename T>
__global__ void __launch_bounds__(256) alias(const T *__restrict__ a, float *out, int n)
{
    using own = op<T, 512>;

    own::run(a, out, n);
}

void run(const float *a, float *out, int n)
{
    kern<float, 1024><<<64, 256>>>(a, out, n);
    alias<float><<<64, 256>>>(a, out, n);
}
