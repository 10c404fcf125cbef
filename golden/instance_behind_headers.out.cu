// What the kernel is an instance of is known only with the C++ headers, which the kernel itself does not need.
#include <type_traits>

struct pair {
    float a, b;
};

struct tensor {
    void *at;
    template <typename T>
    T *data() const
    {
        return (T *)at;
    }
};

#define DISPATCH(...)                                                                                                  \
    [&] {                                                                                                              \
        using scalar_t = typename std::decay<const pair &>::type;                                                      \
        __VA_ARGS__();                                                                                                 \
    }()

template <typename T>
__global__ void sums(const T *__restrict__ a, float *__restrict__ b, int n)
{
    __shared__ struct alignas(128) { T s[32]; } kp_s[2];
    float sum = 0.0f;

    static_assert(::std::is_same<T, pair>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = a[i + threadIdx.x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        for (int j = 0; j < 32; j++)
            sum += s[j].a * s[j].b;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        s[threadIdx.x] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i += 32; i < n; i += 32) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    b[blockIdx.x * 32 + threadIdx.x] = sum;
}

void run(const tensor &a, float *b, int n)
{
    DISPATCH([&] { sums<scalar_t><<<n / 32, 32>>>(a.data<scalar_t>(), b, n); });
}
