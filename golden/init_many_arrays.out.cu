// Many arrays of one count: it stands once in the bytes of a launch, a line that the case's reader takes.
#include <cuda_pipeline_primitives.h>

__global__ void multiply(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, float *__restrict__ D,
                         float *__restrict__ E, float *__restrict__ F, float *__restrict__ G, int dimension_of_all)
{
    __shared__ __align__(16) float kp_As[2][16][16];
    __shared__ __align__(16) float kp_Bs[2][16][16];
    const int n = dimension_of_all;
    const int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    float sum = 0.0f;

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 && n % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0 && reinterpret_cast<size_t>(B) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int t, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int row = blockIdx.y * 16 + kp_y;
                    __pipeline_memcpy_async(&As[kp_y][kp_x], &A[row * n + t * 16 + kp_x],
                                            sizeof(float4));
                }
            }
            {
                const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                    const int col = blockIdx.x * 16 + kp_x;
                    __pipeline_memcpy_async(&Bs[kp_y][kp_x], &B[(t * 16 + kp_y) * n + col],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_Bs[kp_stage];
            for (int k = 0; k < 16; ++k)
                sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
        };
        {
            int t = 0;
            if (t < n / 16) {
                int kp_stage = 0;
                kp_load(t, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (++t; t < n / 16; ++t) {
                    kp_load(t, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &As = kp_As[0];
        auto &Bs = kp_Bs[0];
        for (int t = 0; t < n / 16; ++t) {
            As[threadIdx.y][threadIdx.x] = A[row * n + t * 16 + threadIdx.x];
            Bs[threadIdx.y][threadIdx.x] = B[(t * 16 + threadIdx.y) * n + col];
            __syncthreads();
            for (int k = 0; k < 16; ++k)
                sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
            __syncthreads();
        }
    }
    C[row * n + col] += sum;
    D[row * n + col] += sum;
    E[row * n + col] += sum;
    F[row * n + col] += sum;
    G[row * n + col] += sum;
}

void run(int dimension_of_all)
{
    const int n = dimension_of_all;
    float *a, *b, *c, *d, *e, *f, *g;

    cudaMalloc(&a, dimension_of_all * dimension_of_all * sizeof(float));
    cudaMalloc(&b, dimension_of_all * dimension_of_all * sizeof(float));
    cudaMalloc(&c, dimension_of_all * dimension_of_all * sizeof(float));
    cudaMalloc(&d, dimension_of_all * dimension_of_all * sizeof(float));
    cudaMalloc(&e, dimension_of_all * dimension_of_all * sizeof(float));
    cudaMalloc(&f, dimension_of_all * dimension_of_all * sizeof(float));
    cudaMalloc(&g, dimension_of_all * dimension_of_all * sizeof(float));
    multiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, d, e, f, g, dimension_of_all);
}
