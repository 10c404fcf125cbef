// What a class of the instance says is a constant, whichever class it is.
#include <cuda_pipeline_primitives.h>

__device__ inline float larger(float a, float b) { return a > b ? a : b; }
__device__ inline float both(float a, float b) { return a + b; }
template <auto f> struct Traits;
template <> struct Traits<larger> { static constexpr float start = -1e30f; };
template <> struct Traits<both> { static constexpr float start = 0.f; };
template <auto f>
__device__ void reduce(const float *tile, float &result, int most)
{
    for (int i = 0; i < 128; i++)
        result = f(result, i < most ? tile[i] : Traits<f>::start);
}
template <int W> __global__ void sums(const float *__restrict__ a, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_tile[2][128];
    float sum = 0, most = -1e30f;
    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&tile[kp_x], &a[k + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            reduce<larger>(tile, most, n - k);
            reduce<both>(tile, sum, n - k);
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_k = k;
                for (k += 128; k < n; k += 128) {
                    kp_load(k, kp_stage ^ 1);
                    kp_compute(kp_k, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_k = k;
                    kp_stage ^= 1;
                }
                kp_compute(kp_k, kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &tile = kp_tile[0];
        for (int k = 0; k < n; k += 128) {
            tile[threadIdx.x] = a[k + threadIdx.x];
            __syncthreads();
            reduce<larger>(tile, most, n - k);
            reduce<both>(tile, sum, n - k);
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum + most * W;
}
void run(const float *a, float *out, int n)
{
    sums<3><<<16, 128>>>(a, out, n);
}
