// kpipe: --arch sm_80 --stages 2
// Vectors of a ragged tile's rows, half of each by one of two threads: where the half begins is computed without a sign. The end of
// the fill is a quotient that leaves nothing.
#include <cuda_pipeline_primitives.h>

template <int D>
__global__ void __launch_bounds__(128) attend(const float *__restrict__ K, float *__restrict__ out, int n)
{
    constexpr int HALF = D / 2;
    __shared__ struct alignas(128) { __align__(16) float Ks[32][D]; } kp_Ks[2];
    const int begin = (threadIdx.x & 1) * HALF;
    float sum = 0.0f;

    static_assert(((D == 64) || (D == 32)), "kpipe: D has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &Ks = kp_Ks[kp_stage].Ks;
        const int many = min(32, n - k);

        {
            const float4 *from = (const float4 *)(K + (size_t)k * D);
            float4 *to = (float4 *)&Ks[0][0];

            for (int i = threadIdx.x; i < many * D / 4; i += 128)
                __pipeline_memcpy_async(&to[i], &from[i], sizeof(float4));
        }
        __pipeline_commit();
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &Ks = kp_Ks[kp_stage].Ks;
        const int many = min(32, n - k);
        for (int j = 0; j < many; j++) {
            const float4 *row = (const float4 *)&Ks[j][begin];

            for (int c = 0; c < HALF / 4; c++) {
                const float4 x = row[c];

                sum += x.x + x.y * x.z - x.w;
            }
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_load(k, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_k = k;
            for (k += 32; k < n; k += 32) {
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
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

void launch(const float *K, float *out, int n)
{
    attend<64><<<n, 128>>>(K, out, n);
    attend<32><<<n, 128>>>(K, out, n);
}
