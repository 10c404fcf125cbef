// The helpers wait for the block themselves: what they do is written into the loop.
#include <cuda_pipeline_primitives.h>

template <int TILE>
__device__ void load_tile(float (&s)[TILE][TILE], const float *g, int ld, int row, int col)
{
    s[threadIdx.y][threadIdx.x] = g[(row + threadIdx.y) * ld + col + threadIdx.x];
    __syncthreads();
}

__device__ void multiply(float &sum, const float (&a)[16][16], const float (&b)[16][16])
{
    for (int j = 0; j < 16; j++)
        sum += a[threadIdx.y][j] * b[j][threadIdx.x];
    __syncthreads();
}

__global__ void product(const float *__restrict__ a, const float *__restrict__ b,
                        float *__restrict__ c, int n)
{
    __shared__ __align__(16) float kp_As[2][16][16], kp_As_Bs[2][16][16];
    float sum = 0.0f;

    // kpipe: As, Bs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 16 && blockDim.y == 16 && n % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0 && reinterpret_cast<size_t>(b) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            { // load_tile(), inlined
                constexpr auto TILE = 16;
                auto &s = As;
                const float *g = a;
                int ld = n;
                int row = blockIdx.y * 16;
                int col = i;
                {
                    const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                    if (kp_v < 64 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                        __pipeline_memcpy_async(&s[kp_y][kp_x], &g[(row + kp_y) * ld + col + kp_x],
                                                sizeof(float4));
                    }
                }
            }
            { // load_tile(), inlined
                constexpr auto TILE = 16;
                auto &s = Bs;
                const float *g = b;
                int ld = n;
                int row = i;
                int col = blockIdx.x * 16;
                {
                    const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                    if (kp_v < 64 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4;
                        __pipeline_memcpy_async(&s[kp_y][kp_x], &g[(row + kp_y) * ld + col + kp_x],
                                                sizeof(float4));
                    }
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            auto &Bs = kp_As_Bs[kp_stage];
            { // multiply(), inlined
                auto &a = As;
                auto &b = Bs;
                for (int j = 0; j < 16; j++)
                    sum += a[threadIdx.y][j] * b[j][threadIdx.x];
            }
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                __syncthreads();
                kp_load(i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (i += 16; i < n; i += 16) {
                    kp_load(i, kp_stage ^ 1);
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
        for (int i = 0; i < n; i += 16) {
            { // load_tile(), inlined
                constexpr auto TILE = 16;
                auto &s = As;
                const float *g = a;
                int ld = n;
                int row = blockIdx.y * 16;
                int col = i;
                s[threadIdx.y][threadIdx.x] = g[(row + threadIdx.y) * ld + col + threadIdx.x];
                __syncthreads();
            }
            { // load_tile(), inlined
                constexpr auto TILE = 16;
                auto &s = Bs;
                const float *g = b;
                int ld = n;
                int row = i;
                int col = blockIdx.x * 16;
                s[threadIdx.y][threadIdx.x] = g[(row + threadIdx.y) * ld + col + threadIdx.x];
                __syncthreads();
            }
            { // multiply(), inlined
                auto &a = As;
                auto &b = Bs;
                for (int j = 0; j < 16; j++)
                    sum += a[threadIdx.y][j] * b[j][threadIdx.x];
                __syncthreads();
            }
        }
    }
    c[(blockIdx.y * 16 + threadIdx.y) * n + blockIdx.x * 16 + threadIdx.x] = sum;
}
void run(const float *a, const float *b, float *c, int n)
{
    product<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
}
