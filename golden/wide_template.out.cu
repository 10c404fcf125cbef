// kpipe: --arch sm_90
// Rows, columns and threads are template parameters.
#include <cuda_pipeline_primitives.h>

template <int BM, int BK, int THREADS>
__global__ void __launch_bounds__(256)
    template_(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ struct alignas(128) { __align__(16) float s[BM][BK]; } kp_s[2];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    // kpipe: s in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == THREADS && (THREADS) > 0 && BK % 4 == 0 && n % 4 == 0 &&
        reinterpret_cast<size_t>(a) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage].s;
            {
                for (int i = tid * 4; i < BM * BK; i += THREADS * 4) {
                    __pipeline_memcpy_async(&s[i / BK][i % BK],
                                            &a[(blockIdx.x * BM + i / BK) * n + k0 + i % BK],
                                            sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &s = kp_s[kp_stage].s;
            for (int j = 0; j < 32; ++j)
                sum += s[tid % BM][j % BK];
        };
        {
            int k0 = 0;
            if (k0 < n) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += BK; k0 < n; k0 += BK) {
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
        auto &s = kp_s[0].s;
        for (int k0 = 0; k0 < n; k0 += BK) {
            for (int i = tid; i < BM * BK; i += THREADS)
                s[i / BK][i % BK] = a[(blockIdx.x * BM + i / BK) * n + k0 + i % BK];
            __syncthreads();
            for (int j = 0; j < 32; ++j)
                sum += s[tid % BM][j % BK];
            __syncthreads();
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}

void launch(const float *a, float *out, int rows, int n)
{
    template_<64, 32, 256><<<rows / 64, 256>>>(a, out, rows, n);
}
