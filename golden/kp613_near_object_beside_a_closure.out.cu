// A closure fills one tile, and the method of an object in shared memory gives the elements of the other: the
// call that cannot be inlined (KP310) is what refuses the loop, and both are put into other words.
#include <cuda_pipeline_primitives.h>

struct matrix {
    float data[16 * 16];
    __device__ float &at(int row, int column) { return data[row * 16 + column]; }
};

__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_as[2][16][16];
    __shared__ __align__(16) float kp_kp_m_bs_data[2][16 * 16];
    const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    float sum = 0;

    // kpipe: as in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    if (kp_wide) {
        float kp_r0;
        auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            { // fill(), inlined
                {
                    const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                    if (kp_v < 64 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                        const int ty = kp_y;
                        const int tx = kp_x;
                        const int row = blockIdx.y * 16 + ty;
                        __pipeline_memcpy_async(&as[ty][tx], &A[row * n + k + tx], sizeof(float4));
                    }
                } 
            }
            kp_r0 = B[(k + ty) * n + column];
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            auto &kp_m_bs_data = kp_kp_m_bs_data[kp_stage];
            for (int j = 0; j < 16; j++)
                sum += as[ty][j] * kp_m_bs_data[j * 16 + tx];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &kp_m_bs_data = kp_kp_m_bs_data[kp_stage];
            kp_m_bs_data[ty * 16 + tx] = kp_r0;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_fetch(k, kp_stage);
                kp_store(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 16; k < n; k += 16) {
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
        auto &as = kp_as[0];
        auto &kp_m_bs_data = kp_kp_m_bs_data[0];
        for (int k = 0; k < n; k += 16) {
            { // fill(), inlined
                as[ty][tx] = A[row * n + k + tx]; 
            }
            kp_m_bs_data[ty * 16 + tx] = B[(k + ty) * n + column];
            __syncthreads();
            for (int j = 0; j < 16; j++)
                sum += as[ty][j] * kp_m_bs_data[j * 16 + tx];
            __syncthreads();
        }
    }
    C[row * n + column] = sum;
}
