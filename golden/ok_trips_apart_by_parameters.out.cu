// kpipe: --stages 3
// Whether trips meet in one element, the values of a template's parameters tell, the same in all instances.
#include <cuda_pipeline_primitives.h>

template <int BK, int NT>
__global__ void product(const float *A, float *C, int m, int n, int k)
{
    __shared__ __align__(16) float kp_as[3][64][BK];
    const int t = threadIdx.y * 16 + threadIdx.x;
    float sum = 0;
    // kpipe: as in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = NT != 0 && (64 * BK / NT) <= 2147483643 && blockDim.x == 16 &&
        blockDim.y == 16 && BK % 4 == 0 && k % 4 == 0 &&
        reinterpret_cast<size_t>(A) % 16 == 0;
    static_assert(BK == 16 && NT == 256, "kpipe: BK or NT has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, cp.async, 3 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&, k0 = 0](int kp_stage) mutable __attribute__((always_inline)) {
            auto &as = kp_as[kp_stage];
            if (k0 < k) {
                {
                    const unsigned int kp_v = threadIdx.y * 16 + threadIdx.x;
                    const unsigned int kp_x = kp_v % 4 * 4, kp_y = kp_v / 4 % 16;
                    const int t = kp_y * 16 + kp_x;
            #pragma unroll
                    for (int i = static_cast<int>(kp_v / 64); i < 64 * BK / NT; i += 4) {
                        if (blockIdx.x + t / BK + i * (NT / BK) < m && k0 + t % BK < k)
                            __pipeline_memcpy_async(&as[t / BK + i * (NT / BK)][t % BK],
                                                    &A[(t / BK + i * (NT / BK)) * k + k0 + t % BK],
                                                    sizeof(float4));
                        else
                            *reinterpret_cast<float4 *>(&as[t / BK + i * (NT / BK)][t % BK]) =
                                make_float4(0, 0, 0, 0);
                    }
                }
                k0 += BK;
            }
            __pipeline_commit();
        };
        kp_load(0);
        kp_load(1);
        int kp_stage = 0, kp_next = 2;
        for (int k0 = 0; k0 < k; k0 += BK) {
            __pipeline_wait_prior(1);
            __syncthreads();
            kp_load(kp_next);
            auto &as = kp_as[kp_stage];
            kp_next = kp_stage;
            kp_stage = kp_stage + 1 < 3 ? kp_stage + 1 : 0;
            for (int kk = 0; kk < BK; kk++)
                sum += as[t / 4][kk] * as[t % 64][kk];
        }
    } else { // kpipe: as written
        auto &as = kp_as[0];
        for (int k0 = 0; k0 < k; k0 += BK) {
            for (int i = 0; i < 64 * BK / NT; i++) {
                if (blockIdx.x + t / BK + i * (NT / BK) < m && k0 + t % BK < k)
                    as[t / BK + i * (NT / BK)][t % BK] = A[(t / BK + i * (NT / BK)) * k + k0 + t % BK];
                else
                    as[t / BK + i * (NT / BK)][t % BK] = 0;
            }
            __syncthreads();
            for (int kk = 0; kk < BK; kk++)
                sum += as[t / 4][kk] * as[t % 64][kk];
            __syncthreads();
        }
    }
    C[t] = sum;
}
void launch(const float *A, float *C, int m, int n, int k)
{
    product<16, 256><<<1, dim3(16, 16)>>>(A, C, m, n, k);
}
