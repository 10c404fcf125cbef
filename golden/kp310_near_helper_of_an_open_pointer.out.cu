// kpipe: --stages 2
// The function returns what its pointer points to, whatever type that is.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <class T>
__device__ __forceinline__ T load(const T *__restrict__ p)
{
    return __ldg(p);
}

template <typename scalar_t>
__global__ void sums(const scalar_t *__restrict__ x, double *__restrict__ y, int n)
{
    __shared__ __align__(16) scalar_t kp_tile[2][256];
    const int t = threadIdx.x;
    double sum = 0;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(((::std::is_same<scalar_t, float>::value) || (::std::is_same<scalar_t, int>::value)),
                  "kpipe: scalar_t has changed: run kpipe again");
    static_assert(::std::is_arithmetic<scalar_t>::value && !::std::is_volatile<scalar_t>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&tile[t], reinterpret_cast<const uint4 *>(x + k + t),
                                            sizeof(uint4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 64; j++)
                sum += tile[j ^ t];
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 256; k < n; k += 256) {
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
        auto &tile = kp_tile[0];
        for (int k = 0; k < n; k += 256) {
            tile[t] = load(x + k + t);
            __syncthreads();
            for (int j = 0; j < 64; j++)
                sum += tile[j ^ t];
            __syncthreads();
        }
    }
    y[blockIdx.x * 256 + t] = sum;
}

void run(const float *x, const int *z, double *y, int n)
{
    sums<<<8, 256>>>(x, y, n);
    sums<<<8, 256>>>(z, y, n);
}
