// A function of one statement makes the views of its arguments.
#include <cuda_pipeline_primitives.h>

template <typename T, int W> struct view {
    T *p;
    __device__ explicit view(T *q) : p(q) {}
    __device__ T &operator()(int row, int column) const { return p[row * W + column]; }
};
struct strided {
    float *p;
    int length;
    __device__ float &operator()(int row, int column) const { return p[row * length + column]; }
};
__device__ inline strided rows(float *p, int length)
{
    return strided{p, length};
}

__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_a[2][256], kp_a_b[2][256];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    float sum = 0;

    // kpipe: a, b in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && reinterpret_cast<size_t>(B) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &a = kp_a[kp_stage];
            auto &b = kp_a_b[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int ty = kp_x / 16;
                    const int tx = kp_x & 15;
                    const int row = blockIdx.y * 16 + ty;
                    __pipeline_memcpy_async(&a[ty * 16 + tx], &A[row * n + k + tx], sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int ty = kp_x / 16;
                    const int tx = kp_x & 15;
                    const int column = blockIdx.x * 16 + tx;
                    __pipeline_memcpy_async(&b[ty * 16 + tx], &B[(k + ty) * n + column],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &a = kp_a[kp_stage];
            auto &b = kp_a_b[kp_stage];
            for (int j = 0; j < 16; j++)
                sum += a[ty * 16 + j] * b[j * 16 + tx];
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
        auto &a = kp_a[0];
        auto &b = kp_a_b[0];
        for (int k = 0; k < n; k += 16) {
            a[ty * 16 + tx] = A[row * n + k + tx];
            b[ty * 16 + tx] = B[(k + ty) * n + column];
            __syncthreads();
            for (int j = 0; j < 16; j++)
                sum += a[ty * 16 + j] * b[j * 16 + tx];
            __syncthreads();
        }
    }
    C[row * 16 + column] = sum;
}
