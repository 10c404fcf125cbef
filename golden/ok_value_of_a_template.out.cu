// Values of functions with __ldg, constants, macros and templates, as expressions in the place of their calls.
#include <cuda_pipeline_primitives.h>

#define T 16
#define PITCH 1024
constexpr int ROW = 512;

static __device__ float cached(const float *p, int r, int c, int ld)
{
    return __ldg(&p[r * ld + c]);
}

static __device__ float in_rows(const float *p, int r, int c)
{
    return p[r * ROW + c];
}

static __device__ float in_pitch(const float *p, int r, int c, int n)
{
    return c < n ? p[r * PITCH + c] : 0.0f;
}

template <typename E, int LD> __device__ E in_template(const E *p, int r, int c)
{
    return p[r * LD + c];
}

template <typename E> __device__ E deduced(const E *p, int r, int c, int ld)
{
    if (c < ld)
        return __ldg(p + r * ld + c);
    return 0;
}

__global__ void __launch_bounds__(T *T) by_cache(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ __align__(16) float kp_As[2][T][T], kp_As_Bs[2][T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == T && blockDim.y == T && l % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && n % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int y = kp_y;
                    const int x = kp_x;
                    const int row = blockIdx.y * T + y;
                    __pipeline_memcpy_async(&As[y][x], &A[row * l + (k + x)], sizeof(float4));
                }
            }
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
        {
            int k = 0;
            if (k < l) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += T; k < l; k += T) {
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
        auto &As = kp_As[0];
        auto &Bs = kp_As_Bs[0];
        for (int k = 0; k < l; k += T) {
            As[y][x] = cached(A, row, k + x, l);
            Bs[y][x] = cached(B, k + y, column, n);
            __syncthreads();
            for (int j = 0; j < T; j++)
                sum += As[y][j] * Bs[j][x];
            __syncthreads();
        }
    }
    C[row * n + column] = sum;
}

__global__ void __launch_bounds__(T *T) by_constants(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ __align__(16) float kp_As[2][T][T], kp_As_Bs[2][T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = blockDim.x == T && blockDim.y == T &&
        reinterpret_cast<size_t>(A) % 16 == 0 && n % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(T == 16 && ROW == 512 && PITCH == 1024,
                  "kpipe: T, ROW or PITCH has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int y = kp_y;
                    const int x = kp_x;
                    const int row = blockIdx.y * T + y;
                    __pipeline_memcpy_async(&As[y][x], &A[row * ROW + (k + x)], sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < 64) {
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int y = kp_y;
                    const int x = kp_x;
                    const int column = blockIdx.x * T + x;
                    if (column < n)
                        __pipeline_memcpy_async(&Bs[y][x], &B[(k + y) * PITCH + column],
                                                sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&Bs[y][x]) = make_float4(0, 0, 0, 0);
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
        {
            int k = 0;
            if (k < l) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += T; k < l; k += T) {
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
        auto &As = kp_As[0];
        auto &Bs = kp_As_Bs[0];
        for (int k = 0; k < l; k += T) {
            As[y][x] = in_rows(A, row, k + x);
            Bs[y][x] = in_pitch(B, k + y, column, n);
            __syncthreads();
            for (int j = 0; j < T; j++)
                sum += As[y][j] * Bs[j][x];
            __syncthreads();
        }
    }
    C[row * n + column] = sum;
}

__global__ void __launch_bounds__(T *T) by_templates(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ __align__(16) float kp_As[2][T][T], kp_As_Bs[2][T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide3 = blockDim.x == T && blockDim.y == T &&
        reinterpret_cast<size_t>(A) % 16 == 0 && n % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide3) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int y = kp_y;
                    const int x = kp_x;
                    const int row = blockIdx.y * T + y;
                    __pipeline_memcpy_async(&As[y][x], &A[row * 512 + (k + x)], sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * T + threadIdx.x;
                if (kp_v < 64) {
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int y = kp_y;
                    const int x = kp_x;
                    const int column = blockIdx.x * T + x;
                    if (column < n)
                        __pipeline_memcpy_async(&Bs[y][x], B + (k + y) * n + column, sizeof(float4));
                    else
                        *reinterpret_cast<float4 *>(&Bs[y][x]) = make_float4(0, 0, 0, 0);
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
        {
            int k = 0;
            if (k < l) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += T; k < l; k += T) {
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
        auto &As = kp_As[0];
        auto &Bs = kp_As_Bs[0];
        for (int k = 0; k < l; k += T) {
            As[y][x] = in_template<float, 512>(A, row, k + x);
            Bs[y][x] = deduced(B, k + y, column, n);
            __syncthreads();
            for (int j = 0; j < T; j++)
                sum += As[y][j] * Bs[j][x];
            __syncthreads();
        }
    }
    C[row * n + column] = sum;
}
