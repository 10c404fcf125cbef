// What these calls say means something else in their places, or nothing: they stay, by way of registers.
#include <cuda_pipeline_primitives.h>

#define T 16
#define PITCH 1024
constexpr int ROW = 512;

static __device__ float in_rows(const float *p, int r, int c)
{
    return p[r * ROW + c];
}

static __device__ float in_pitch(const float *p, int r, int c)
{
    return p[r * PITCH + c];
}

#undef PITCH
#define PITCH 2048

namespace other {
constexpr int LD = 64;

static __device__ float in_other(const float *p, int r, int c)
{
    return p[r * LD + c];
}
}

constexpr int LD = 128;

template <int P = 96> __device__ float in_default(const float *p, int r, int c)
{
    return p[r * P + c];
}

static __device__ double wider(const float *p, int i)
{
    return __ldg(p + i);
}

class hidden {
    const float *data;
    int pitch;

public:
    __device__ float at(int r, int c) const { return data[r * pitch + c]; }
};

struct counting {
    const float *data;
    int pitch;
    mutable int n;

    __device__ float at(int r, int c) const { return data[r * pitch + c + n++]; }
};

__global__ void __launch_bounds__(T *T) hides(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ __align__(16) float kp_As[2][T][T], kp_As_Bs[2][T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    const int ROW = 3;
    float sum = 0;
    // kpipe: Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == T && blockDim.y == T && n % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(T == 16 && ROW == 3, "kpipe: T or ROW has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    if (kp_wide) {
        float kp_r0;
        auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &Bs = kp_As_Bs[kp_stage];
            kp_r0 = in_rows(A, row, k + x);
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int y = kp_y;
                    const int x = kp_x;
                    const int column = blockIdx.x * T + x;
                    __pipeline_memcpy_async(&Bs[y][x], &B[(k + y) * n + column], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            for (int j = 0; j < T; j++)
                sum += As[y][j] * Bs[j][x];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            As[y][x] = kp_r0;
        };
        {
            int k = 0;
            if (k < l) {
                int kp_stage = 0;
                kp_fetch(k, kp_stage);
                kp_store(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += T; k < l; k += T) {
                    kp_fetch(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    kp_store(kp_stage ^ 1);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &As = kp_As[0];
        auto &Bs = kp_As_Bs[0];
        for (int k = 0; k < l; k += T) {
            As[y][x] = in_rows(A, row, k + x);
            Bs[y][x] = B[(k + y) * n + column];
            __syncthreads();
            for (int j = 0; j < T; j++)
                sum += As[y][j] * Bs[j][x];
            __syncthreads();
        }
    }
    C[row * n + column] = sum * ROW;
}

__global__ void __launch_bounds__(T *T) redefined(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ __align__(16) float kp_As[2][T][T], kp_As_Bs[2][T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    // kpipe: Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = blockDim.x == T && blockDim.y == T && n % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    if (kp_wide2) {
        float kp_r0;
        auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &Bs = kp_As_Bs[kp_stage];
            kp_r0 = in_pitch(A, row, k + x);
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int y = kp_y;
                    const int x = kp_x;
                    const int column = blockIdx.x * T + x;
                    __pipeline_memcpy_async(&Bs[y][x], &B[(k + y) * n + column], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            for (int j = 0; j < T; j++)
                sum += As[y][j] * Bs[j][x];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            As[y][x] = kp_r0;
        };
        {
            int k = 0;
            if (k < l) {
                int kp_stage = 0;
                kp_fetch(k, kp_stage);
                kp_store(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += T; k < l; k += T) {
                    kp_fetch(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    kp_store(kp_stage ^ 1);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &As = kp_As[0];
        auto &Bs = kp_As_Bs[0];
        for (int k = 0; k < l; k += T) {
            As[y][x] = in_pitch(A, row, k + x);
            Bs[y][x] = B[(k + y) * n + column];
            __syncthreads();
            for (int j = 0; j < T; j++)
                sum += As[y][j] * Bs[j][x];
            __syncthreads();
        }
    }
    C[row * n + column] = sum;
}

__global__ void __launch_bounds__(T *T) elsewhere(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ __align__(16) float kp_As[2][T][T], kp_As_Bs[2][T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    // kpipe: Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide3 = blockDim.x == T && blockDim.y == T && n % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(T == 16 && other::LD == 64,
                  "kpipe: T or other::LD has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    if (kp_wide3) {
        float kp_r0;
        auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &Bs = kp_As_Bs[kp_stage];
            kp_r0 = other::in_other(A, row, k + x);
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int y = kp_y;
                    const int x = kp_x;
                    const int column = blockIdx.x * T + x;
                    __pipeline_memcpy_async(&Bs[y][x], &B[(k + y) * n + column], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            for (int j = 0; j < T; j++)
                sum += As[y][j] * Bs[j][x];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            As[y][x] = kp_r0;
        };
        {
            int k = 0;
            if (k < l) {
                int kp_stage = 0;
                kp_fetch(k, kp_stage);
                kp_store(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += T; k < l; k += T) {
                    kp_fetch(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    kp_store(kp_stage ^ 1);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &As = kp_As[0];
        auto &Bs = kp_As_Bs[0];
        for (int k = 0; k < l; k += T) {
            As[y][x] = other::in_other(A, row, k + x);
            Bs[y][x] = B[(k + y) * n + column];
            __syncthreads();
            for (int j = 0; j < T; j++)
                sum += As[y][j] * Bs[j][x];
            __syncthreads();
        }
    }
    C[row * n + column] = sum;
}

__global__ void __launch_bounds__(T *T) by_default(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ __align__(16) float kp_As[2][T][T], kp_As_Bs[2][T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    // kpipe: Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide4 = blockDim.x == T && blockDim.y == T && n % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    if (kp_wide4) {
        float kp_r0;
        auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &Bs = kp_As_Bs[kp_stage];
            kp_r0 = in_default(A, row, k + x);
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int y = kp_y;
                    const int x = kp_x;
                    const int column = blockIdx.x * T + x;
                    __pipeline_memcpy_async(&Bs[y][x], &B[(k + y) * n + column], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            for (int j = 0; j < T; j++)
                sum += As[y][j] * Bs[j][x];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            As[y][x] = kp_r0;
        };
        {
            int k = 0;
            if (k < l) {
                int kp_stage = 0;
                kp_fetch(k, kp_stage);
                kp_store(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += T; k < l; k += T) {
                    kp_fetch(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    kp_store(kp_stage ^ 1);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &As = kp_As[0];
        auto &Bs = kp_As_Bs[0];
        for (int k = 0; k < l; k += T) {
            As[y][x] = in_default(A, row, k + x);
            Bs[y][x] = B[(k + y) * n + column];
            __syncthreads();
            for (int j = 0; j < T; j++)
                sum += As[y][j] * Bs[j][x];
            __syncthreads();
        }
    }
    C[row * n + column] = sum;
}

__global__ void __launch_bounds__(T *T) converts(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ __align__(16) float kp_As[2][T][T], kp_As_Bs[2][T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    // kpipe: Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide5 = blockDim.x == T && blockDim.y == T && n % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    if (kp_wide5) {
        double kp_r0;
        auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &Bs = kp_As_Bs[kp_stage];
            kp_r0 = wider(A, row * l + k + x);
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int y = kp_y;
                    const int x = kp_x;
                    const int column = blockIdx.x * T + x;
                    __pipeline_memcpy_async(&Bs[y][x], &B[(k + y) * n + column], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            for (int j = 0; j < T; j++)
                sum += As[y][j] * Bs[j][x];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            As[y][x] = kp_r0;
        };
        {
            int k = 0;
            if (k < l) {
                int kp_stage = 0;
                kp_fetch(k, kp_stage);
                kp_store(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += T; k < l; k += T) {
                    kp_fetch(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    kp_store(kp_stage ^ 1);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &As = kp_As[0];
        auto &Bs = kp_As_Bs[0];
        for (int k = 0; k < l; k += T) {
            As[y][x] = wider(A, row * l + k + x);
            Bs[y][x] = B[(k + y) * n + column];
            __syncthreads();
            for (int j = 0; j < T; j++)
                sum += As[y][j] * Bs[j][x];
            __syncthreads();
        }
    }
    C[row * n + column] = sum;
}

__global__ void __launch_bounds__(T *T) of_a_class(const hidden A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ __align__(16) float kp_As[2][T][T], kp_As_Bs[2][T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    // kpipe: Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide6 = blockDim.x == T && blockDim.y == T && n % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    if (kp_wide6) {
        float kp_r0;
        auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &Bs = kp_As_Bs[kp_stage];
            kp_r0 = A.at(row, k + x);
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int y = kp_y;
                    const int x = kp_x;
                    const int column = blockIdx.x * T + x;
                    __pipeline_memcpy_async(&Bs[y][x], &B[(k + y) * n + column], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            for (int j = 0; j < T; j++)
                sum += As[y][j] * Bs[j][x];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            As[y][x] = kp_r0;
        };
        {
            int k = 0;
            if (k < l) {
                int kp_stage = 0;
                kp_fetch(k, kp_stage);
                kp_store(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += T; k < l; k += T) {
                    kp_fetch(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    kp_store(kp_stage ^ 1);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &As = kp_As[0];
        auto &Bs = kp_As_Bs[0];
        for (int k = 0; k < l; k += T) {
            As[y][x] = A.at(row, k + x);
            Bs[y][x] = B[(k + y) * n + column];
            __syncthreads();
            for (int j = 0; j < T; j++)
                sum += As[y][j] * Bs[j][x];
            __syncthreads();
        }
    }
    C[row * n + column] = sum;
}

__global__ void __launch_bounds__(T *T) counts(counting A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ float As[T][T], Bs[T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    for (int k = 0; k < l; k += T) {
        As[y][x] = A.at(row, k + x);
        Bs[y][x] = B[(k + y) * n + column];
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += As[y][j] * Bs[j][x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}
