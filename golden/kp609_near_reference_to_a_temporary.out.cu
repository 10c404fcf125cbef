// In the one instance that there is it is bound to the place.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <class T>
__global__ void counted(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_tile[2][128];
    __shared__ int count;
    const int t = threadIdx.x;
    float sum = 0;

    if (t == 0)
        count = 1;
    __syncthreads();
    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&tile[t], &x[i + t], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            const T &v = count;
            for (int k = 0; k < 128; k++)
                sum += tile[k] * v;
        };
        {
            int i = 0;
            if (i < n) {
                int kp_stage = 0;
                kp_load(i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (i += 128; i < n; i += 128) {
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
        auto &tile = kp_tile[0];
        for (int i = 0; i < n; i += 128) {
            tile[t] = x[i + t];
            const T &v = count;
            __syncthreads();
            for (int k = 0; k < 128; k++)
                sum += tile[k] * v;
            __syncthreads();
        }
    }
    out[t] = sum;
}
void go(const float *x, float *y) { counted<int><<<1, 128>>>(x, y, 4); }
