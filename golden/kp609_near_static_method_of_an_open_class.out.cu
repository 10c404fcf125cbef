// kpipe: --stages 2
// The class depends on the kernel's parameter: its method is what the instances call.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

template <class T> struct traits {
    static __device__ float up(T v) { return v; }
};
template <> struct traits<int> {
    static __device__ float up(int v) { return v / 2; }
};
// a function of the class's name, and one of the method's
__device__ float traits_of(float v) { return v * 3.0f; }
__device__ float up(float v) { return v * 2.0f; }

template <class S>
__global__ void sums(const S *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ __align__(16) S kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe: tile in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(x) % 16 == 0;
    static_assert(((::std::is_same<S, float>::value) || (::std::is_same<S, int>::value)),
                  "kpipe: S has changed: run kpipe again");
    static_assert(::std::is_arithmetic<S>::value && !::std::is_volatile<S>::value,
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
                    __pipeline_memcpy_async(&tile[t], &x[i + t], sizeof(uint4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < 128; ++j)
                sum += traits<S>::up(tile[j]) * t;
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
            __syncthreads();
            for (int j = 0; j < 128; ++j)
                sum += traits<S>::up(tile[j]) * t;
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const float *x, const int *z, float *y, int n)
{
    sums<<<8, 128>>>(x, y, n);
    sums<<<8, 128>>>(z, y, n);
}
