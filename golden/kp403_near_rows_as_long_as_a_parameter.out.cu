// Rows of a length that only the caller knows: number f of row q is below the end of all rows, as q is a row and f is below the length, which is not negative then.
#include <cuda_pipeline_primitives.h>

__global__ void nearest(const float *__restrict__ points, const float *__restrict__ centres, int *labels, int n, int many, int length)
{
    __shared__ __align__(128) float kp_rows[2][2048];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float best = 1.0e30f;
    int label = -1;

    // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
    auto kp_load = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &rows = kp_rows[kp_stage];
        int count = min(32, many - first);
        for (int t = threadIdx.x; t < count * length; t += blockDim.x)
            __pipeline_memcpy_async(&rows[t], &centres[first * length + t], sizeof(float));
        __pipeline_commit();
    };
    auto kp_compute = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &rows = kp_rows[kp_stage];
        int count = min(32, many - first);
        for (int q = 0; q < count && i < n; q++) {
            float sum = 0.0f;
            for (int f = 0; f < length; f++) {
                float d = points[i * length + f] - rows[q * length + f];
                sum += d * d;
            }
            if (sum < best) {
                best = sum;
                label = first + q;
            }
        }
    };
    {
        int first = 0;
        if (first < many) {
            int kp_stage = 0;
            kp_load(first, kp_stage);
            __pipeline_wait_prior(0);
            __syncthreads();
            int kp_first = first;
            for (first += 32; first < many; first += 32) {
                kp_load(first, kp_stage ^ 1);
                kp_compute(kp_first, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                kp_first = first;
                kp_stage ^= 1;
            }
            kp_compute(kp_first, kp_stage);
            __syncthreads();
        }
    }
    if (i < n)
        labels[i] = label;
}
