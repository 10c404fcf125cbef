// kpipe: --stages 2
// Closures that capture all that they name fill tiles by way of views, or read them.
#include <cuda_pipeline_primitives.h>

#define TILE 16

template <typename E, int W> struct view {
    E *p;

    __device__ explicit view(E *q) : p(q) {}
    __device__ E &operator()(int r, int c) { return p[r * W + c]; }
    __device__ E operator()(int r, int c) const { return p[r * W + c]; }
};

template <typename E, int H, int W> struct matrix {
    E data[H][W];

    __device__ E &at(int r, int c) { return data[r][c]; }
    __device__ E get(int r, int c) const { return data[r][c]; }
};

__global__ void __launch_bounds__(TILE *TILE) fills(const float *__restrict__ A, const float *__restrict__ B,
                                                    float *__restrict__ C, int n, int l)
{
    __shared__ __align__(128) float kp_raw[2][TILE * TILE];
    __shared__ __align__(16) float kp_kp_m_Bs_data[2][16][16];
    static_assert(sizeof(matrix<float, 16, 16>::data) == 1024 && sizeof(matrix<float, 16, 16>::data[0]) == 64 && sizeof(matrix<float, 16, 16>::data[0][0]) == 4,
                  "kpipe: matrix has changed: run kpipe again");
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    // kpipe: kp_m_Bs_data in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 && n % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(TILE == 16, "kpipe: TILE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    if (kp_wide) {
        float kp_r0;
        auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &kp_m_Bs_data = kp_kp_m_Bs_data[kp_stage];
            { // load(), inlined
                kp_r0 = A[row * l + k + x];
                {
                    const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                    if (kp_v < 64 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                        const int y = kp_y;
                        const int x = kp_x;
                        const int column = blockIdx.x * TILE + x;
                        __pipeline_memcpy_async(&kp_m_Bs_data[y][x], &B[(k + y) * n + column],
                                                sizeof(float4));
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &raw = kp_raw[kp_stage];
            auto &kp_m_Bs_data = kp_kp_m_Bs_data[kp_stage];
            for (int j = 0; j < TILE; j++)
                sum += raw[y * 16 + j] * kp_m_Bs_data[j][x];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &raw = kp_raw[kp_stage];
            { // load(), inlined
                raw[y * 16 + x] = kp_r0;
            }
        };
        {
            int k = 0;
            if (k < l) {
                int kp_stage = 0;
                kp_fetch(k, kp_stage);
                kp_store(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += TILE; k < l; k += TILE) {
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
        auto &raw = kp_raw[0];
        auto &kp_m_Bs_data = kp_kp_m_Bs_data[0];
        for (int k = 0; k < l; k += TILE) {
            { // load(), inlined
                raw[y * 16 + x] = A[row * l + k + x];
                kp_m_Bs_data[y][x] = B[(k + y) * n + column];
            }
            __syncthreads();
            for (int j = 0; j < TILE; j++)
                sum += raw[y * 16 + j] * kp_m_Bs_data[j][x];
            __syncthreads();
        }
    }
    C[row * n + column] = sum;
}

__global__ void __launch_bounds__(TILE *TILE) reads(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_raw[2][TILE * TILE];
    const int t = threadIdx.x;
    float sum = 0;
    // kpipe: raw in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide2 = blockDim.x == 256 && reinterpret_cast<size_t>(A) % 16 == 0;
    static_assert(TILE == 16, "kpipe: TILE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide2) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &raw = kp_raw[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&raw[(t / 16) * 16 + (t % 16)], &A[k + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &raw = kp_raw[kp_stage];
            auto get = [&](int i) { return raw[(i / 16) * 16 + (i % 16)]; };
            for (int j = 0; j < 256; j++)
                sum += get(j) * (t - j);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 256; k < n; k += 256) {
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
        for (int k = 0; k < n; k += 256) {
            auto get = [&](int i) { return raw[(i / 16) * 16 + (i % 16)]; };
            raw[(t / 16) * 16 + (t % 16)] = A[k + t];
            __syncthreads();
            for (int j = 0; j < 256; j++)
                sum += get(j) * (t - j);
            __syncthreads();
        }
    }
    C[t] = sum;
}
