// kpipe: --stages 3
// The place and the size of the array are those in the class's instance.
#include <cuda_pipeline_primitives.h>

template <typename X, int N>
struct list {
    int used;
    X d[N];
    __device__ X &operator[](int i) { return d[i]; }
};

__global__ void __launch_bounds__(256) sums(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(16) float kp_kp_m_as_d[3][256];
    static_assert(sizeof(list<float, 256>::d) == 1024 && sizeof(list<float, 256>::d[0]) == 4,
                  "kpipe: list has changed: run kpipe again");
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe: kp_m_as_d in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 256 && reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&, k = 0](int kp_stage) mutable __attribute__((always_inline)) {
            auto &kp_m_as_d = kp_kp_m_as_d[kp_stage];
            if (k < n) {
                {
                    const unsigned int kp_v = threadIdx.x;
                    if (kp_v < 64 && __activemask()) { // true: to keep a branch
                        const unsigned int kp_x = kp_v * 4;
                        const int t = kp_x;
                        __pipeline_memcpy_async(&kp_m_as_d[t], &A[k + t], sizeof(float4));
                    }
                }
                k += 256;
            }
            __pipeline_commit();
        };
        kp_load(0);
        kp_load(1);
        int kp_stage = 0, kp_next = 2;
        for (int k = 0; k < n; k += 256) {
            __pipeline_wait_prior(1);
            __syncthreads();
            kp_load(kp_next);
            auto &kp_m_as_d = kp_kp_m_as_d[kp_stage];
            kp_next = kp_stage;
            kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
            for (int j = 0; j < 256; j++)
                sum += kp_m_as_d[((j + t) % 256)] * kp_m_as_d[j];
        }
    } else { // kpipe: as written
        auto &kp_m_as_d = kp_kp_m_as_d[0];
        for (int k = 0; k < n; k += 256) {
            kp_m_as_d[t] = A[k + t];
            __syncthreads();
            for (int j = 0; j < 256; j++)
                sum += kp_m_as_d[((j + t) % 256)] * kp_m_as_d[j];
            __syncthreads();
        }
    }
    C[t] = sum;
}

void run(const float *A, float *C, int n)
{
    sums<<<1, 256>>>(A, C, n);
}
