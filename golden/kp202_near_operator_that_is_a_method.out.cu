// The free operator computes; the one that this instance calls is a method, and counts.
#include <type_traits>

__device__ int count;

struct pair {
    float x, y;
};

__device__ static inline pair operator*(pair a, float by)
{
    return pair{a.x * by, a.y * by};
}

struct counted {
    float x;
    __device__ counted operator*(float by) const
    {
        count++;
        return counted{x * by};
    }
};

template <typename T>
__global__ void rows(const T *__restrict__ A, T *__restrict__ B, float by, int n)
{
    __shared__ struct alignas(128) { T tile[32]; } kp_tile[2];
    const int t = threadIdx.x;
    T last;

    static_assert(::std::is_same<T, counted>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_same<T, counted>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int r) __attribute__((always_inline)) {
        kp_r0 = A[r * 32 + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (int j = 0; j < 32; j++)
            last = tile[j] * by;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        tile[t] = kp_r0;
    };
    {
        int r = 0;
        if (r < n) {
            int kp_stage = 0;
            kp_fetch(r);
            kp_store(kp_stage);
            __syncthreads();
            for (r++; r < n; r++) {
                kp_fetch(r);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    B[t] = last;
}

void launch(const counted *A, counted *B, int n)
{
    rows<<<1, 32>>>(A, B, 2.0f, n);
}
