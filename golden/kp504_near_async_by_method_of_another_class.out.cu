// kpipe: --stages 3
// A method whose body names the class's T, which the kernel's T is not: it copies what it reads.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <typename T> struct wider { using type = double; };
template <typename T> struct loader {
    const T *from;

    __device__ void load(T (*to)[33], int r, int c, int n, int k) const
    {
        to[r][c] = from[r * n + k + c];
    }
};

template <typename T>
__global__ void __launch_bounds__(256) sums(const double *__restrict__ A, const T *__restrict__ B, float *__restrict__ out, int n)
{
    constexpr int kp_stages = 3 * (sizeof(typename wider<T>::type[8][33])) <= 48768 ? 3 : 1;
    __shared__ struct alignas(128) { typename wider<T>::type as[8][33]; } kp_as[kp_stages];
    const int row = threadIdx.y, column = threadIdx.x;
    const loader<typename wider<T>::type> from_a = {A};
    float sum = 0.0f;

    static_assert(::std::is_same<T, float>::value, "kpipe: T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        if (k < n) {
            { // load(), inlined
                auto &to = as;
                int r = row;
                int c = column;
                __pipeline_memcpy_async(&to[r][c], &from_a.from[r * n + k + c], sizeof(to[r][c]));
            }
            k += 32;
        }
        __pipeline_commit();
    };
    for (int kp_stage = 0; kp_stage < kp_stages - 1; ++kp_stage)
        kp_load(kp_stage);
    int kp_stage = 0, kp_next = kp_stages - 1;
    for (int k = 0; k < n; k += 32) {
        if (kp_stages == 1) {
            __syncthreads();
            kp_load(0);
        }
        __pipeline_wait_prior(kp_stages > 1 ? kp_stages - 2 : 0);
        __syncthreads();
        if (kp_stages > 1)
            kp_load(kp_next);
        auto &as = kp_as[kp_stage].as;
        kp_next = kp_stage;
        kp_stage = kp_stage + 1 < kp_stages ? kp_stage + 1 : 0;
        for (int j = 0; j < 32; ++j)
            sum += float(as[row][j] * 1000.0 - float(as[row][j]) * 1000.0) * float(B[k + j]);
    }
    __syncthreads();
    out[row * 32 + column] = sum;
}

void launch(const double *A, const float *B, float *out, int n)
{
    sums<float><<<1, dim3(32, 8)>>>(A, B, out, n);
}
