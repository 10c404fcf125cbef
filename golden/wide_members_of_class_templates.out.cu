// kpipe: --arch sm_90
// Tiles of a class template of the program, by an operator that returns their elements: the members
// are arrays of numbers, which the class is asked for.
#include <cuda_pipeline_primitives.h>

template <typename T, int ROWS, int COLUMNS> struct Tile {
    T data[ROWS][COLUMNS];
    __device__ T &operator()(int r, int c) { return data[r][c]; }
};

__global__ void __launch_bounds__(256)
    sums(const float *__restrict__ a, const float *__restrict__ b, float *out, int n)
{
    __shared__ __align__(16) float kp_kp_m_as_data[2][64][32];
    static_assert(sizeof(Tile<float, 64, 32>::data) == 8192 && sizeof(Tile<float, 64, 32>::data[0]) == 128 && sizeof(Tile<float, 64, 32>::data[0][0]) == 4,
                  "kpipe: Tile has changed: run kpipe again");
    __shared__ __align__(16) float kp_kp_m_bs_data[2][64][32];
    static_assert(sizeof(Tile<float, 64, 32>::data) == 8192 && sizeof(Tile<float, 64, 32>::data[0]) == 128 && sizeof(Tile<float, 64, 32>::data[0][0]) == 4,
                  "kpipe: Tile has changed: run kpipe again");
    float sum = 0.f;

    // kpipe: kp_m_as_data, kp_m_bs_data in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0 && reinterpret_cast<size_t>(b) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &kp_m_as_data = kp_kp_m_as_data[kp_stage];
            auto &kp_m_bs_data = kp_kp_m_bs_data[kp_stage];
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 2; ++kp_v) {
                    const int i = (threadIdx.x + kp_v * 256) * 4;
                    __pipeline_memcpy_async(&kp_m_as_data[(i / 32)][(i % 32)],
                                            &a[(i / 32) * n + k0 + i % 32], sizeof(float4));
                }
            }
            {
            #pragma unroll
                for (int kp_v = 0; kp_v < 2; ++kp_v) {
                    const int i = (threadIdx.x + kp_v * 256) * 4;
                    __pipeline_memcpy_async(&kp_m_bs_data[(i / 32)][(i % 32)],
                                            &b[(i / 32) * n + k0 + i % 32], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &kp_m_as_data = kp_kp_m_as_data[kp_stage];
            auto &kp_m_bs_data = kp_kp_m_bs_data[kp_stage];
            for (int j = 0; j < 32; j++)
                sum += kp_m_as_data[(int)(threadIdx.x % 64)][j] * kp_m_bs_data[(int)(threadIdx.x / 4)][j];
        };
        {
            int k0 = 0;
            if (k0 < n) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += 32; k0 < n; k0 += 32) {
                    kp_load(k0, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &kp_m_as_data = kp_kp_m_as_data[0];
        auto &kp_m_bs_data = kp_kp_m_bs_data[0];
        for (int k0 = 0; k0 < n; k0 += 32) {
            for (int i = threadIdx.x; i < 2048; i += 256)
                kp_m_as_data[(i / 32)][(i % 32)] = a[(i / 32) * n + k0 + i % 32];
            for (int i = threadIdx.x; i < 2048; i += 256)
                kp_m_bs_data[(i / 32)][(i % 32)] = b[(i / 32) * n + k0 + i % 32];
            __syncthreads();
            for (int j = 0; j < 32; j++)
                sum += kp_m_as_data[(int)(threadIdx.x % 64)][j] * kp_m_bs_data[(int)(threadIdx.x / 4)][j];
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
