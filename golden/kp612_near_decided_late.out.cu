// A decision that the input makes late (what is stored under old != -1) decides others when it is known from the
// beginning, as it is for the output.
#include <cuda_pipeline_primitives.h>

__global__ void k(int b, int n, const float *__restrict__ xyz, int *out)
{
    const int block = 512;
    __shared__ short queue[4096];
    __shared__ short match[4096];
    __shared__ int head, length;
    __shared__ __align__(128) float kp_buf[2][2048];
    for (int bno = blockIdx.x; bno < b; bno += gridDim.x) {
        static_assert(block == 512, "kpipe: block has changed: run kpipe again");
        // kpipe 0.1.0: pipelined, cp.async, 2 stages (revert this change to undo)
        auto kp_load = [&](int k0, int kp_stage) __attribute__((always_inline)) {
            auto &buf = kp_buf[kp_stage];
            int k1 = min(n, k0 + block);
            for (int k = threadIdx.x; k < (k1 - k0) * 3; k += blockDim.x)
                __pipeline_memcpy_async(&buf[k], &xyz[bno * n * 3 + k0 * 3 + k], sizeof(float));
            __pipeline_commit();
        };
        auto kp_compute = [&]() __attribute__((always_inline)) {
            for (int j = threadIdx.x; j < n; j += blockDim.x) {
            }
        };
        {
            int k0 = 0;
            if (k0 < n) {
                int kp_stage = 0;
                kp_load(k0, kp_stage);
                __pipeline_wait_prior(0);
                __syncthreads();
                for (k0 += block; k0 < n; k0 += block) {
                    kp_load(k0, kp_stage ^ 1);
                    kp_compute();
                    __pipeline_wait_prior(0);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute();
                __syncthreads();
            }
        }
        while (length) {
            int i = queue[head];
            int first = queue[0];
            head -= n;
            int old = match[0];
            if (old != -1) {
                int l = length;
                int tail = head + l;
                length = l + 1;
                queue[tail] = old;
            }
            __syncthreads();
            match[0] = i;
        }
        for (int j = threadIdx.x; j < n; j += blockDim.x)
            out[bno * n + match[j]] = j;
    }
}
