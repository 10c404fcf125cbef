// The macro does something beside its parentheses, which the load would leave out.
#include <cuda_pipeline_primitives.h>

#define to_float(u) (u); hits += 1
__global__ void f(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_r[2][128];
    const int i = threadIdx.x;
    int hits = 0;
    float sum = 0.0f;

    // kpipe: r in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && reinterpret_cast<size_t>(A) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int t, int kp_stage) __attribute__((always_inline)) {
            auto &r = kp_r[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    const int i = kp_x;
                    __pipeline_memcpy_async(&r[i], &A[t * 128 + i], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &r = kp_r[kp_stage];
            hits += 1;
            for (int j = 0; j < 128; j++)
                sum += r[j] * (i - j);
        };
        {
            int t = 0;
            if (t < n) {
                int kp_stage = 0;
                kp_load(t, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (++t; t < n; ++t) {
                    kp_load(t, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &r = kp_r[0];
        for (int t = 0; t < n; ++t) {
            r[i] = (A[t * 128 + i]); hits += 1;
            __syncthreads();
            for (int j = 0; j < 128; j++)
                sum += r[j] * (i - j);
            __syncthreads();
        }
    }
    out[blockIdx.x * 128 + i] = sum + hits;
}
void g(const float *A, float *out, int n) { f<<<8, 128>>>(A, out, n); }
