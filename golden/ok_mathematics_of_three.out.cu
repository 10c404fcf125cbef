// Functions of CUDA that take three operands and more, in double and in one instruction.
#include <cuda_pipeline_primitives.h>

__global__ void distances(const double *__restrict__ p, const int *__restrict__ w,
                          double *__restrict__ y, int n)
{
    __shared__ __align__(16) double kp_ps[2][3 * 128];
    __shared__ __align__(128) int kp_ws[2][128];
    const int t = threadIdx.x;
    double sum = 0.0, s, c;
    int most = 0;
    bool first;

    // kpipe: ps in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && n % 2 == 0 &&
        reinterpret_cast<size_t>(p) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async and staging registers, 2 stages (revert this change to undo)
    if (kp_wide) {
        int kp_r0;
        auto kp_fetch = [&](int k, int kp_stage) __attribute__((always_inline)) {
            auto &ps = kp_ps[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                const unsigned int kp_x = kp_v % 64 * 2;
                const int t = kp_x;
            #pragma unroll
                for (int i = static_cast<int>(kp_v / 64); i < 3; i += 2) {
                    __pipeline_memcpy_async(&ps[i * 128 + t], &p[i * n + k + t], sizeof(uint4));
                }
            }
            kp_r0 = w[k + t];
            __pipeline_commit();
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &ps = kp_ps[kp_stage];
            auto &ws = kp_ws[kp_stage];
            for (int i = 0; i < 127; i++) {
                sum += rnorm3d(ps[i], ps[128 + i], ps[256 + i]) + norm4d(ps[i], 1.0, 2.0, 3.0);
                sum += rhypot(ps[i], 1.0) + jn(2, ps[i]) + cyl_bessel_i0(ps[i]);
                sincospi(ps[i], &s, &c);
                sum += s * c + lrint(ps[i]) + llround(ps[i]);
                most = __vimax3_s32(most, ws[i], ws[i + 1]);
                most = __viaddmax_s32_relu(most, ws[i], -ws[i + 1]);
                most += (int)__vsetgtu4(ws[i], ws[i + 1]);
                most = __vibmax_s32(most, ws[i], &first);
                sum += first;
            }
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &ws = kp_ws[kp_stage];
            ws[t] = kp_r0;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_fetch(k, kp_stage);
                kp_store(kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k += 128; k < n; k += 128) {
                    kp_fetch(k, kp_stage ^ 1);
                    kp_compute(kp_stage);
                    kp_store(kp_stage ^ 1);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
            }
        }
    } else { // kpipe: as written
        auto &ps = kp_ps[0];
        auto &ws = kp_ws[0];
        for (int k = 0; k < n; k += 128) {
            for (int i = 0; i < 3; i++)
                ps[i * 128 + t] = p[i * n + k + t];
            ws[t] = w[k + t];
            __syncthreads();
            for (int i = 0; i < 127; i++) {
                sum += rnorm3d(ps[i], ps[128 + i], ps[256 + i]) + norm4d(ps[i], 1.0, 2.0, 3.0);
                sum += rhypot(ps[i], 1.0) + jn(2, ps[i]) + cyl_bessel_i0(ps[i]);
                sincospi(ps[i], &s, &c);
                sum += s * c + lrint(ps[i]) + llround(ps[i]);
                most = __vimax3_s32(most, ws[i], ws[i + 1]);
                most = __viaddmax_s32_relu(most, ws[i], -ws[i + 1]);
                most += (int)__vsetgtu4(ws[i], ws[i + 1]);
                most = __vibmax_s32(most, ws[i], &first);
                sum += first;
            }
            __syncthreads();
        }
    }
    y[blockIdx.x * 128 + t] = sum + most;
}
