// kpipe: --stages 2
// Objects in shared memory whose methods name a number of their class: what the object's declaration gives for it.
#include <type_traits>

#define TILE 16

template <typename E, int W> struct matrix {
    E data[W * W];

    __device__ E &operator()(int r, int c) { return data[r * W + c]; }
};

__global__ void __launch_bounds__(TILE *TILE) by_macro(const float *__restrict__ A, const float *__restrict__ B,
                                                       float *__restrict__ C, int n, int l)
{
    __shared__ __align__(128) matrix<float, TILE> kp_As[2], kp_As_Bs[2];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    static_assert(TILE == 16, "kpipe: TILE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[row * l + k + x];
        kp_r1 = B[(k + y) * n + column];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        auto product = [&](int j) { return As.data[y * ((int)TILE) + j] * Bs.data[j * ((int)TILE) + x]; };
        for (int j = 0; j < TILE; j++)
            sum += product(j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_As_Bs[kp_stage];
        As.data[y * ((int)TILE) + x] = kp_r0;
        Bs.data[y * ((int)TILE) + x] = kp_r1;
    };
    {
        int k = 0;
        if (k < l) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += TILE; k < l; k += TILE) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[row * n + column] = sum;
}

template <typename E, int T>
__global__ void __launch_bounds__(T *T) by_parameter(const E *__restrict__ A, const E *__restrict__ B,
                                                     E *__restrict__ C, int n, int l)
{
    constexpr int kp_stages = 2 * (sizeof(matrix<E, T>) + sizeof(matrix<E, T>)) <= 48640 ? 2 : 1;
    __shared__ struct alignas(128) { matrix<E, T> As, Bs; } kp_As[kp_stages];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    E sum = 0;
    static_assert(((::std::is_same<E, float>::value && T == 16) || (::std::is_same<E, float>::value && T == 32)),
                  "kpipe: E or T has changed: run kpipe again");
    static_assert(::std::is_arithmetic<E>::value && !::std::is_volatile<E>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    E kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[row * l + k + x];
        kp_r1 = B[(k + y) * n + column];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_As[kp_stage].Bs;
        for (int j = 0; j < T; j++)
            sum += As.data[y * ((int)T) + j] * Bs.data[j * ((int)T) + x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_As[kp_stage].Bs;
        As.data[y * ((int)T) + x] = kp_r0;
        Bs.data[y * ((int)T) + x] = kp_r1;
    };
    {
        int k = 0;
        if (k < l) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += T; k < l; k += T) {
                kp_fetch(k);
                kp_compute(kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[row * n + column] = sum;
}

void launch(const float *A, const float *B, float *C, int n)
{
    by_parameter<float, 16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(A, B, C, n, n);
    by_parameter<float, 32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(A, B, C, n, n);
}
