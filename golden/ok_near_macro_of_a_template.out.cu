// A macro for the template's head opens nothing to callers in other files.
#include <type_traits>

#define TEMPLATE template <typename T>
TEMPLATE
__device__ void tiles(const T *__restrict__ A, const T *__restrict__ B, T *__restrict__ C, int n)
{
    constexpr int kp_stages = 2 * (sizeof(T[16][16]) + sizeof(T[16][16])) <= 48640 ? 2 : 1;
    __shared__ struct alignas(128) { T as[16][16]; } kp_as[kp_stages];
    __shared__ struct alignas(128) { T bs[16][16]; } kp_bs[kp_stages];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    T sum = 0;

    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    T kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[row * n + k + tx];
        kp_r1 = B[(k + ty) * n + column];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_bs[kp_stage].bs;
        for (int j = 0; j < 16; j++)
            sum += as[ty][j] * bs[j][tx];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &as = kp_as[kp_stage].as;
        auto &bs = kp_bs[kp_stage].bs;
        as[ty][tx] = kp_r0;
        bs[ty][tx] = kp_r1;
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
    C[row * n + column] = sum;
}
static __global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    tiles(A, B, C, n);
}
void run(const float *A, const float *B, float *C, int n)
{
    product<<<dim3(n / 16, n / 16), 256>>>(A, B, C, n);
}
