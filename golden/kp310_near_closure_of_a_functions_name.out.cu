// kpipe: --stages 2
// In a template, a closure hides the functions that have its name, and methods are none of them.
#include <type_traits>

template <typename T> struct reader {
    const T *from;

    __device__ T load(int i) const
    {
        return from[i] + T(1);
    }
};

template <typename T>
__device__ void load(T k)
{
    asm volatile("trap;");
}

template <typename T>
__global__ void __launch_bounds__(256) sums(const T *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ struct alignas(128) { T s[8][33]; } kp_s[2];
    const int row = threadIdx.y, column = threadIdx.x;
    float sum = 0.0f;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        { // load(), inlined
            int k = k0;
            kp_r0 = A[row * n + k + column]; 
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        for (int j = 0; j < 32; ++j)
            sum += float(s[row][j]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        { // load(), inlined
            s[row][column] = kp_r0; 
        }
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += 32; k0 < n; k0 += 32) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[row * 32 + column] = sum;
}

void launch(const float *A, float *out, int n)
{
    sums<float><<<1, dim3(32, 8)>>>(A, out, n);
}
