// .. and variables that name them.
#include <type_traits>

template <typename T, typename P, int FIRST>
__global__ void sums(int n, const P from, P out)
{
    constexpr int kp_stages = 2 * (sizeof(T[128])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { T tile[128]; } kp_tile[kp_stages];
    const T *a = (const T *)from;
    T sum = 0;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    static_assert(::std::is_same<P, float *>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[k + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int i = 0; i < 128; i++)
            sum += tile[i] * (i + FIRST);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        tile[threadIdx.x] = kp_r0;
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
    ((T *)out)[blockIdx.x * 128 + threadIdx.x] = sum;
}

template <typename T, typename P>
void run(int n, const P from, P out, int which)
{
    void (*all[])(int n, const P from, P out) = {sums<T, P, 1>, sums<T, P, 2>};

    all[which]<<<16, 128>>>(n, from, out);
}

void run_floats(int n, float *from, float *out, int which)
{
    const auto first = sums<float, float *, 1>, second = sums<float, float *, 2>;

    (void)first;
    (void)second;
    run<float, float *>(n, from, out, which);
}
