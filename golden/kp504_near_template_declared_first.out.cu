// A header declares the template, with other names; the body names the definition's parameters.
#include <type_traits>

template <int ROWS, int DEPTH, class ELEMENT>
__global__ void product(int n, const ELEMENT *A, const ELEMENT *B, ELEMENT *C);

template <int BM, int BK, class T>
__global__ void product(int n, const T *__restrict__ A, const T *__restrict__ B, T *C)
{
    __shared__ struct alignas(128) { T As[BK * BM]; } kp_As[2];
    __shared__ struct alignas(128) { T Bs[BK * BM]; } kp_Bs[2];
    const int ty = threadIdx.x / BK, tx = threadIdx.x % BK;
    int stride = 256 / BK;
    T v[BM * BK / 256];
    T sum = 0;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0[(BM + (256 / BK) - 1) / (256 / BK)], kp_r1[(BM + (256 / BK) - 1) / (256 / BK)];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0, kp_i = 0; i < BM; i += stride, ++kp_i) {
            kp_r0[kp_i] = A[(blockIdx.x * BM + i + ty) * n + k + tx];
            kp_r1[kp_i] = B[(i + ty) * n + k + tx];
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_Bs[kp_stage].Bs;
        for (int j = 0; j < BK; ++j)
            sum += As[j * BM + threadIdx.x % BM] * Bs[j * BM + threadIdx.x / BM];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_Bs[kp_stage].Bs;
        #pragma unroll
        for (int i = 0, kp_i = 0; i < BM; i += stride, ++kp_i) {
            v[i / stride] = kp_r0[kp_i];
            As[tx * BM + i + ty] = -v[i / stride];
            Bs[tx * BM + i + ty] = kp_r1[kp_i];
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += BK; k < n; k += BK) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 256 + threadIdx.x] = sum;
}

template __global__ void product<64, 16, float>(int, const float *, const float *, float *);
