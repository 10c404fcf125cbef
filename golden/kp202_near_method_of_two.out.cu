// kpipe: --variant cp-async
// The second class has another method of the name, which an instance of another type would take.
#include <cuda_pipeline_primitives.h>
#include <type_traits>

struct add {
    __device__ float first() const { return 0.0f; }
    __device__ float join(float a, float b) const { return a + b; }
};

__device__ int calls;

struct scaled {
    float by;
    __device__ float first() const { return -1.0f; }
    __device__ float join(float a, float b) const { return a + b * by; }
    __device__ double join(double a, double b) const { return a + calls++ * b; }
};

template <typename T, class Op>
__global__ void combine(const T *__restrict__ A, T *C, int K, Op op)
{
    __shared__ __align__(16) T kp_As[2][256];
    const int t = threadIdx.x;
    T sum = op.first();

    // kpipe: As in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(A) % 16 == 0;
    static_assert(((::std::is_same<T, float>::value && ::std::is_same<Op, add>::value) || (::std::is_same<T, float>::value && ::std::is_same<Op, scaled>::value)),
                  "kpipe: T or Op has changed: run kpipe again");
    static_assert(::std::is_arithmetic<T>::value && !::std::is_volatile<T>::value,
                  "kpipe: made for other types; run kpipe again");
    static_assert(::std::is_same<Op, add>::value || ::std::is_same<Op, scaled>::value,
                  "kpipe: made for other types; run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 64 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int t = kp_x;
                    __pipeline_memcpy_async(&As[t], &A[k + t], sizeof(uint4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &As = kp_As[kp_stage];
            for (int j = 0; j < 256; j++)
                sum = op.join(sum, As[j]);
        };
        {
            int k = 0;
            if (k < K) {
                int kp_stage = 0;
                kp_load(k, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 256; k < K; k += 256) {
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
        auto &As = kp_As[0];
        for (int k = 0; k < K; k += 256) {
            As[t] = A[k + t];
            __syncthreads();
            for (int j = 0; j < 256; j++)
                sum = op.join(sum, As[j]);
            __syncthreads();
        }
    }
    C[t] = sum;
}

void run(const float *A, float *C, int K)
{
    combine<<<1, 256>>>(A, C, K, add{});
    combine<<<1, 256>>>(A, C, K, scaled{2.0f});
}
