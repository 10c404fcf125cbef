// kpipe: --stages 2
// The class is no type of the template, and its constructor takes what is one.
#include <type_traits>

template <class T>
struct vec {
    T x, y, z;
    constexpr vec() = default;
    constexpr __host__ __device__ vec(T a, T b, T c) : x(a), y(b), z(c) {}
    __device__ vec &operator+=(const vec &o)
    {
        x += o.x;
        y += o.y;
        z += o.z;
        return *this;
    }
};

template <typename scalar_t>
__global__ void sums(const scalar_t *__restrict__ x, scalar_t *__restrict__ y, int n)
{
    __shared__ __align__(128) vec<float> kp_tile[2][256];
    const int t = threadIdx.x;
    vec<float> sum(0, 0, 0);

    static_assert(::std::is_arithmetic<scalar_t>::value && !::std::is_volatile<scalar_t>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    scalar_t kp_r0, kp_r1, kp_r2;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[3 * (k + t)];
        kp_r1 = x[3 * (k + t) + 1];
        kp_r2 = x[3 * (k + t) + 2];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 64; j++) {
            sum += vec<float>(tile[j ^ t].x, tile[j].y * tile[j].x, 1.0f);
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[t] = vec<float>(kp_r0, kp_r1, kp_r2);
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 256 + t] = sum.x + sum.y * sum.z;
}

void run(const float *x, float *y, int n)
{
    sums<<<8, 256>>>(x, y, n);
}
