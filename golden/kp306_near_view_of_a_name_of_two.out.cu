// Another thing has the same name. The rows of one view have the length that a constant of the file says, those of the other that of a constant of
// the function: nothing but the views' types names them.
#include <cuda_pipeline_primitives.h>

template <typename T, int W> struct view {
    T *p;
    __device__ explicit view(T *q) : p(q) {}
    __device__ T &operator()(int row, int column) { return p[row * W + column]; }
};
constexpr int width = 16;
struct other { static constexpr int width = 8; };

__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    constexpr int pitch = 16;
    __shared__ __align__(16) float a[256], kp_b[2][256];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    view<float, width> as(a);
    float sum = 0;

    // kpipe: b in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && n % 4 == 0 &&
        reinterpret_cast<size_t>(B) % 16 == 0;
    static_assert(pitch == 16, "kpipe: pitch has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &b = kp_b[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int ty = kp_x / 16;
                    const int tx = kp_x & 15;
                    const int column = blockIdx.x * 16 + tx;
                    __pipeline_memcpy_async(&b[ty * ((int)pitch) + tx], &B[(k + ty) * n + column],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &b = kp_b[kp_stage];
            as(ty, tx) = A[row * n + k + tx];
            __syncthreads();
            for (int j = 0; j < 16; j++)
                sum += as(ty, j) * b[j * ((int)pitch) + tx];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k += 16; k < n; k += 16) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k, kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &b = kp_b[0];
        for (int k = 0; k < n; k += 16) {
            as(ty, tx) = A[row * n + k + tx];
            b[ty * ((int)pitch) + tx] = B[(k + ty) * n + column];
            __syncthreads();
            for (int j = 0; j < 16; j++)
                sum += as(ty, j) * b[j * ((int)pitch) + tx];
            __syncthreads();
        }
    }
    C[row * n + column] = sum;
}
