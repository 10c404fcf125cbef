// The instance is in the tree with the headers of the system alone: the operator is the language's.
#include <memory>
#include <string>
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
    constexpr int kp_stages = 2 * (sizeof(T[16][17]) + sizeof(T[16][17])) <= 48640 ? 2 : 1;
    __shared__ struct alignas(128) { T as[16][17], bs[16][17]; } kp_as[kp_stages];
    const int x = threadIdx.x, y = threadIdx.y;
    T sum = 0;

    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[(blockIdx.y * 16 + y) * n + k + x];
        kp_r1 = b[(k + y) * n + blockIdx.x * 16 + x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_as[kp_stage].bs;
        for (int i = 0; i < 16; i++)
            sum += as[y][i] * bs[i][x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_as[kp_stage].bs;
        as[y][x] = kp_r0;
        bs[y][x] = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 16; k < n; k += 16) {
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
