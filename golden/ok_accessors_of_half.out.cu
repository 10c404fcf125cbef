// kpipe: --stages 2
// A template's only instance says the type, also of one of CUDA's classes.
#include <cuda_fp16.h>
#include <type_traits>

template <typename T> struct matrix {
    T *p;
    int rows, stride;
    __device__ T operator()(int i, int j) const { return i < rows ? p[i * stride + j] : T(0.0f); }
    __device__ const T *row(int i) const { return p + i * stride; }
};

template <typename T>
__global__ void product(const matrix<T> a, const matrix<T> b, float *out, int K)
{
    __shared__ struct alignas(128) { T s[8][34], r[8][34]; } kp_s[2];
    const int y = threadIdx.y, x = threadIdx.x;
    float sum = 0.0f;

    static_assert(::std::is_same<T, __half>::value, "kpipe: T has changed: run kpipe again");
    static_assert((::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value) || ::std::is_same<T, __half>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a(y, k + x);
        kp_r1 = b.row(y)[k + x];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        auto &r = kp_s[kp_stage].r;
        for (int j = 0; j < 32; ++j)
            sum += float(s[y][j]) * float(r[y][j]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        auto &r = kp_s[kp_stage].r;
        auto v = kp_r0;
        s[y][x] = v;
        r[y][x] = kp_r1;
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 32; k < K; k += 32) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    out[y * 32 + x] = sum;
}

void launch(matrix<half> a, matrix<half> b, float *out, int K)
{
    product<half><<<1, dim3(32, 8)>>>(a, b, out, K);
}
