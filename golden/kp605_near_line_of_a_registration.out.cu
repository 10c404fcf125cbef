// The macro behind the kernel makes a name by its line, of a variable that the host alone has.
#include <cuda_pipeline_primitives.h>

struct product {
    int id;
    const char *name;
    void (*launch)(const float *, float *, int);
};
bool add(product p);
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define ADD(ID, NAME, F)                                    \
    namespace {                                             \
    const bool JOIN(added, __LINE__) = add({ID, NAME, F});  \
    }
__global__ __launch_bounds__(1024) void rows(const float *a, float *c, int k)
{
    __shared__ __align__(16) float kp_tile[2][32][33 + 3];
    float sum = 0;
    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 32 && blockDim.y == 32 && k % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.y * 32 + threadIdx.x;
                if (kp_v < 256 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v % 8 * 4, kp_y = kp_v / 8;
                    __pipeline_memcpy_async(&tile[kp_y][kp_x],
                                            &a[(blockIdx.x * 32 + kp_y) * k + k0 + kp_x],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 32; j++)
                sum += tile[threadIdx.y][j] * tile[j][threadIdx.x];
        };
        {
            int k0 = 0;
            if (k0 < k) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += 32; k0 < k; k0 += 32) {
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
        auto &tile = kp_tile[0];
        for (int k0 = 0; k0 < k; k0 += 32) {
            tile[threadIdx.y][threadIdx.x] = a[(blockIdx.x * 32 + threadIdx.y) * k + k0 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 32; j++)
                sum += tile[threadIdx.y][j] * tile[j][threadIdx.x];
            __syncthreads();
        }
    }
    c[(blockIdx.x * 32 + threadIdx.y) * 32 + threadIdx.x] = sum;
}

void launch(const float *a, float *c, int k)
{
    rows<<<64, dim3(32, 32)>>>(a, c, k);
}

ADD(3, "rows", launch)
