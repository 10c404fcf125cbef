// kpipe: --stages 2
// Tiles behind views in kernels that are templates: the same words for all instances.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

#define TILE 16

template <typename E, int W> struct view {
    E *p;

    __device__ explicit view(E *q) : p(q) {}
    __device__ E &operator()(int r, int c) { return p[r * W + c]; }
    __device__ E operator()(int r, int c) const { return p[r * W + c]; }
    __device__ E &operator[](int i) { return p[i]; }
};

template <typename E, int H, int W> struct matrix {
    E data[H][W];

    __device__ E &at(int r, int c) { return data[r][c]; }
    __device__ E get(int r, int c) const { return data[r][c]; }
};

template <int T>
__global__ void __launch_bounds__(T *T) of_length(const float *__restrict__ A, const float *__restrict__ B,
                                                  float *__restrict__ C, int n, int l)
{
    __shared__ struct alignas(128) { float raw[T * T], flat[T * T]; } kp_raw[2];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    static_assert(((T == 16) || (T == 32)), "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[row * l + k + x];
        kp_r1 = B[(k + y) * n + column];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &raw = kp_raw[kp_stage].raw;
        auto &flat = kp_raw[kp_stage].flat;
        for (int j = 0; j < T; j++)
            sum += raw[y * ((int)T) + j] * flat[j * ((int)T) + x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &raw = kp_raw[kp_stage].raw;
        auto &flat = kp_raw[kp_stage].flat;
        raw[y * ((int)T) + x] = kp_r0;
        flat[(y * T + x)] = kp_r1;
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
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[row * n + column] = sum;
}

template <typename E>
__global__ void __launch_bounds__(TILE *TILE) of_type(const E *__restrict__ A, const E *__restrict__ B,
                                                      E *__restrict__ C, int n, int l)
{
    constexpr int kp_stages = 2 * (sizeof(matrix<E, TILE, TILE>) + sizeof(matrix<E, TILE, TILE>)) <= 48640 ? 2 : 1;
    __shared__ struct alignas(128) { matrix<E, TILE, TILE> As, Bs; } kp_As[kp_stages];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    E sum = 0;
    static_assert(TILE == 16 &&
                  ((::std::is_same<E, float>::value) || (::std::is_same<E, double>::value)),
                  "kpipe: TILE or E has changed: run kpipe again");
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
        for (int j = 0; j < TILE; j++)
            sum += As.data[y][j] * Bs.data[j][x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        auto &Bs = kp_As[kp_stage].Bs;
        As.data[y][x] = kp_r0;
        Bs.data[y][x] = kp_r1;
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

// The view's own class is settled.
template <typename E>
__global__ void __launch_bounds__(TILE *TILE) of_another(const float *__restrict__ A, const float *__restrict__ B,
                                                         E *__restrict__ C, int n, int l)
{
    __shared__ __align__(16) float kp_raw[2][TILE * TILE];
    __shared__ __align__(16) float kp_flat[2][TILE * TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    // kpipe: raw, flat in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 && l % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && n % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(TILE == 16, "kpipe: TILE has changed: run kpipe again");
    static_assert(::std::is_arithmetic<E>::value && !::std::is_volatile<E>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &raw = kp_raw[kp_stage];
            auto &flat = kp_flat[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int y = kp_y;
                    const int x = kp_x;
                    const int row = blockIdx.y * TILE + y;
                    __pipeline_memcpy_async(&raw[y * 16 + x], &A[row * l + k + x], sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int y = kp_y;
                    const int x = kp_x;
                    const int column = blockIdx.x * TILE + x;
                    __pipeline_memcpy_async(&flat[y * 16 + x], &B[(k + y) * n + column],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &raw = kp_raw[kp_stage];
            auto &flat = kp_flat[kp_stage];
            for (int j = 0; j < TILE; j++)
                sum += raw[y * 16 + j] * flat[j * 16 + x];
        };
        {
            int k = 0;
            if (k < l) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += TILE; k < l; k += TILE) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &raw = kp_raw[0];
        auto &flat = kp_flat[0];
        for (int k = 0; k < l; k += TILE) {
            raw[y * 16 + x] = A[row * l + k + x];
            flat[y * 16 + x] = B[(k + y) * n + column];
            __syncthreads();
            for (int j = 0; j < TILE; j++)
                sum += raw[y * 16 + j] * flat[j * 16 + x];
            __syncthreads();
        }
    }
    C[row * n + column] = sum;
}

void launch(const float *A, const float *B, float *C, double *D, int n)
{
    dim3 block(16, 16);
    of_length<16><<<dim3(n / 16, n / 16), block>>>(A, B, C, n, n);
    of_length<32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(A, B, C, n, n);
    of_type<float><<<dim3(n / 16, n / 16), block>>>(A, B, C, n, n);
    of_type<double><<<dim3(n / 16, n / 16), block>>>(D, D + n * n, D + 2 * n * n, n, n);
    of_another<float><<<dim3(n / 16, n / 16), block>>>(A, B, C, n, n);
    of_another<double><<<dim3(n / 16, n / 16), block>>>(A, B, D, n, n);
}
