// Each row of blocks has a part of the sum; how long that is is a size.
#include <cuda_pipeline_primitives.h>

__global__ void dots(const float *__restrict__ A, const float *__restrict__ r, float *__restrict__ s, int n, int part)
{
    __shared__ __align__(16) float kp_rs[2][128];
    int col = blockIdx.x * 128 + threadIdx.x;
    float sum = 0;
    int first = blockIdx.y * part;
    // kpipe: rs in copies of 16 bytes where these hold, else the loop as written
    const bool kp_wide = blockDim.x == 128 && first % 4 == 0 &&
        reinterpret_cast<size_t>(r) % 16 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_wide) {
        auto kp_load = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &rs = kp_rs[kp_stage];
            {
                const unsigned int kp_v = threadIdx.x;
                if (kp_v < 32 && __activemask()) { // true: to keep a branch
                    const unsigned int kp_x = kp_v * 4;
                    __pipeline_memcpy_async(&rs[kp_x], &r[i + kp_x], sizeof(float4));
                }
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
            auto &rs = kp_rs[kp_stage];
            for (int j = 0; j < 128; j++)
                sum += A[(i + j) * n + col] * rs[j];
        };
        {
            int i = first;
            if (i < first + part) {
                int kp_stage = 0;
                kp_load(i, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                int kp_i = i;
                for (i += 128; i < first + part; i += 128) {
                    kp_load(i, kp_stage ^ 1);
                    kp_compute(kp_i, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_i = i;
                    kp_stage ^= 1;
                }
                kp_compute(kp_i, kp_stage);
                __syncthreads();
            }
        }
    } else { // kpipe: as written
        auto &rs = kp_rs[0];
        for (int i = first; i < first + part; i += 128) {
            rs[threadIdx.x] = r[i + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 128; j++)
                sum += A[(i + j) * n + col] * rs[j];
            __syncthreads();
        }
    }
    s[blockIdx.y * n + col] = sum;
}
void run(const float *A, const float *r, float *s, int n, int part)
{
    dots<<<dim3(n / 128, 4), 128>>>(A, r, s, n, part);
}
