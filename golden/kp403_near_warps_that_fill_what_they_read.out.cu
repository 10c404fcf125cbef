// Each warp fills the part of a row that there is, and reads no more of it.
#include <cuda_pipeline_primitives.h>

__global__ void spmm(const int *__restrict__ begins, const int *__restrict__ columns, const float *__restrict__ values, const float *__restrict__ B, float *__restrict__ C, int rows, int n)
{
    __shared__ __align__(128) int kp_cs[2][8][32];
    __shared__ __align__(128) float kp_vs[2][8][32];
    const int lane = threadIdx.x, w = threadIdx.y, row = blockIdx.x * 8 + w;
    if (row >= rows)
        return;
    const int begin = begins[row], end = begins[row + 1];
    float sum = 0.0f;

    // kpipe: pipelined where these hold, else the loop as written
    const bool kp_apart =
        blockDim.x % 32 == 0;
    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    if (kp_apart) {
        auto kp_load = [&](int p, int kp_stage) __attribute__((always_inline)) {
            auto &cs = kp_cs[kp_stage];
            auto &vs = kp_vs[kp_stage];
            if (p + lane < end) {
                __pipeline_memcpy_async(&cs[w][lane], &columns[p + lane], sizeof(int));
                __pipeline_memcpy_async(&vs[w][lane], &values[p + lane], sizeof(float));
            }
            __pipeline_commit();
        };
        auto kp_compute = [&](int p, int kp_stage) __attribute__((always_inline)) {
            auto &cs = kp_cs[kp_stage];
            auto &vs = kp_vs[kp_stage];
            for (int j = 0; j < 32 && p + j < end; ++j)
                sum += vs[w][j] * B[cs[w][j] * n + lane];
        };
        {
            int p = begin;
            if (p < end) {
                int kp_stage = 0;
                kp_load(p, kp_stage);
                __pipeline_wait_prior(0);
                __syncwarp();
                int kp_p = p;
                for (p += 32; p < end; p += 32) {
                    kp_load(p, kp_stage ^ 1);
                    kp_compute(kp_p, kp_stage);
                    __pipeline_wait_prior(0);
                    __syncwarp();
                    kp_p = p;
                    kp_stage ^= 1;
                }
                kp_compute(kp_p, kp_stage);
                __syncwarp();
            }
        }
    } else { // kpipe: as written
        auto &cs = kp_cs[0];
        auto &vs = kp_vs[0];
        for (int p = begin; p < end; p += 32) {
            if (p + lane < end) {
                cs[w][lane] = columns[p + lane];
                vs[w][lane] = values[p + lane];
            }
            __syncwarp();
            for (int j = 0; j < 32 && p + j < end; ++j)
                sum += vs[w][j] * B[cs[w][j] * n + lane];
            __syncwarp();
        }
    }
    C[row * n + lane] = sum;
}

void run(const int *begins, const int *columns, const float *values, const float *B, float *C, int rows, int n)
{
    spmm<<<(rows + 7) / 8, dim3(32, 8)>>>(begins, columns, values, B, C, rows, n);
}
