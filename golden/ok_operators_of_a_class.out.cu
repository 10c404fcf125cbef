// T is a number, as the output asserts: the class and its operator have no part in it.
#include <type_traits>

struct pair {
    float x, y;
};

static __host__ __device__ inline pair operator+(pair a, pair b)
{
    return pair{a.x + b.x, a.y + b.y};
}

template <typename T>
__global__ void rows(const T *__restrict__ A, T *B, int n)
{
    constexpr int kp_stages = 2 * (sizeof(T[32])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { T tile[32]; } kp_tile[kp_stages];
    const int t = threadIdx.x;
    T sum = A[t];

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int r) __attribute__((always_inline)) {
        kp_r0 = A[r * 32 + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int j = 0; j < 32; j++)
            sum = sum + tile[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        tile[t] = kp_r0;
    };
    {
        int r = 1;
        if (r < n) {
            int kp_stage = 0;
            kp_fetch(r);
            kp_store(kp_stage);
            __syncthreads();
            for (r++; r < n; r++) {
                kp_fetch(r);
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
    B[t] = sum;
}
