// Functions and closures that return what is copied, as expressions in the place of their calls.
#include <cuda_pipeline_primitives.h>

#define T 16
static __device__ float at(const float *p, int r, int c, int ld)
{
    return p[r * ld + c];
}

static __device__ float within(const float *p, int r, int c, int rows, int columns)
{
    if (r < rows && c < columns)
        return p[r * columns + c];
    return 0;
}

static __device__ float either(const float *p, unsigned char i, int n)
{
    return i < n ? p[i] : 0.0f;
}

__global__ void __launch_bounds__(T *T) product(const float *__restrict__ A,
                                                const float *__restrict__ B, float *__restrict__ C,
                                                int m, int n, int l)
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
                if (kp_v < 64) {
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int y = kp_y;
                    const int x = kp_x;
                    const int column = blockIdx.x * T + x;
                    if ((k + y) < l && column < n)
                        __pipeline_memcpy_async(&Bs[y][x], &B[(k + y) * n + column], sizeof(float4));
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
            As[y][x] = at(A, row, k + x, l);
            const float v = within(B, k + y, column, l, n);
            Bs[y][x] = v;
            __syncthreads();
            for (int j = 0; j < T; j++)
                sum += As[y][j] * Bs[j][x];
            __syncthreads();
        }
    }
    C[row * n + column] = sum;
}

// The parameter is narrower than the argument.
__global__ void __launch_bounds__(64) narrower(const float *__restrict__ A, float *__restrict__ C,
                                               int n)
{
    __shared__ __align__(128) float kp_As[2][64];
    float sum = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = either(A, k + threadIdx.x, n);
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < 64; j++)
            sum += As[j] * j;
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        As[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[threadIdx.x] = sum;
}

__global__ void __launch_bounds__(64) by_closure(const float *__restrict__ A,
                                                 float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_As[2][64];
    const int t = threadIdx.x;
    float sum = 0;
    auto value = [&](int i) { return A[i + t]; };
    // kpipe: As in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = blockDim.x == 64 && reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 16 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&As[t], &A[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            for (int j = 0; j < 64; j++)
                sum += As[j] * j;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 64; k < n; k += 64) {
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
        for (int k = 0; k < n; k += 64) {
            As[t] = value(k);
            __syncthreads();
            for (int j = 0; j < 64; j++)
                sum += As[j] * j;
            __syncthreads();
        }
    }
    C[t] = sum;
}
