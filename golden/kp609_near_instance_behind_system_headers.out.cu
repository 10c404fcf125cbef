// The instance is in the tree with the headers of the system alone: the operator is the language's.
#include <memory>
#include <string>
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <class T> struct series {
    T *at;
};

template <class T> __device__ series<T> &operator+=(series<T> &to, T by)
{
    *to.at = by;
    return to;
}

template <class T>
__global__ __launch_bounds__(256) void product(const T *__restrict__ a, const T *__restrict__ b,
                                               T *__restrict__ c, int n)
{
    __shared__ __align__(16) T kp_as[2][16][17 + 3], kp_as_bs[2][16][17 + 3];
    const int x = threadIdx.x, y = threadIdx.y;
    T sum = 0;

    // kpipe: as, bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 && n % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0 && reinterpret_cast<size_t>(b) % 16 == 0;
    static_assert(::std::is_same<size_t, unsigned long>::value &&
                  ::std::is_same<T, float>::value,
                  "kpipe: size_t or T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_as_bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int y = kp_y;
                    const int x = kp_x;
                    __pipeline_memcpy_async(&as[y][x], &a[(blockIdx.y * 16 + y) * n + k + x],
                                            sizeof(uint4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int y = kp_y;
                    const int x = kp_x;
                    __pipeline_memcpy_async(&bs[y][x], &b[(k + y) * n + blockIdx.x * 16 + x],
                                            sizeof(uint4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &bs = kp_as_bs[kp_stage];
            for (int i = 0; i < 16; i++)
                sum += as[y][i] * bs[i][x];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 16; k < n; k += 16) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &as = kp_as[0];
        auto &bs = kp_as_bs[0];
        for (int k = 0; k < n; k += 16) {
            as[y][x] = a[(blockIdx.y * 16 + y) * n + k + x];
            bs[y][x] = b[(k + y) * n + blockIdx.x * 16 + x];
            __syncthreads();
            for (int i = 0; i < 16; i++)
                sum += as[y][i] * bs[i][x];
            __syncthreads();
        }
    }
    c[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x] = sum;
}

template <class T> struct matrix {
    std::shared_ptr<T> data;
    T *get() const { return data.get(); }
};

template <class T> void run(const matrix<T> &a, const matrix<T> &b, matrix<T> &to, int n)
{
    product<T><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a.get(), b.get(), to.get(), n);
}

struct named : std::string {
    explicit named(const char *s) : std::string(s) {}
};

template <class T> typename std::enable_if<sizeof(T) == 4, void>::type choose(const named &n)
{
    matrix<T> a, b, c;

    run(a, b, c, (int)n.size());
}

void all()
{
    choose<float>(named("x"));
}
