// A method gives the elements of an object in shared memory that the loop fills beside a plain tile; compute
// names the object's member, too. The plain tile alone does not refuse the loop.
#include <cuda_pipeline_primitives.h>

struct matrix {
    float data[16][17];
    __device__ float &at(int row, int column) { return data[row][column]; }
};

__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_as[2][16][16];
    __shared__ __align__(16) float kp_kp_m_bs_data[2][16][17 + 3];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    float sum = 0;

    // kpipe: as, kp_m_bs_data in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && reinterpret_cast<size_t>(B) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &kp_m_bs_data = kp_kp_m_bs_data[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int ty = kp_x / 16;
                    const int tx = kp_x & 15;
                    const int row = blockIdx.y * 16 + ty;
                    __pipeline_memcpy_async(&as[ty][tx], &A[row * n + k + tx], sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int ty = kp_x / 16;
                    const int tx = kp_x & 15;
                    const int column = blockIdx.x * 16 + tx;
                    __pipeline_memcpy_async(&kp_m_bs_data[ty][tx], &B[(k + ty) * n + column],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &kp_m_bs_data = kp_kp_m_bs_data[kp_stage];
            for (int j = 0; j < 16; j++)
                sum += as[ty][j] * kp_m_bs_data[j][tx];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 16; k < n; k += 16) {
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
        auto &as = kp_as[0];
        auto &kp_m_bs_data = kp_kp_m_bs_data[0];
        for (int k = 0; k < n; k += 16) {
            as[ty][tx] = A[row * n + k + tx];
            kp_m_bs_data[ty][tx] = B[(k + ty) * n + column];
            __syncthreads();
            for (int j = 0; j < 16; j++)
                sum += as[ty][j] * kp_m_bs_data[j][tx];
            __syncthreads();
        }
    }
    C[row * n + column] = sum;
}
