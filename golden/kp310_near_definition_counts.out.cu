// The project file says that the helper copies 16 bytes. Its definition stands here and copies 4: it counts.
__device__ void load16(float *to, const float *from)
{
    *to = *from * 0.5f;
}

__global__ void __launch_bounds__(64) sums(const float *__restrict__ in, float *__restrict__ out, int n)
{
    __shared__ __align__(16) float kp_tile[2][64];
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i0) __attribute__((always_inline)) {
        { // load16(), inlined
            const float *from = &in[i0 + threadIdx.x];
            kp_r0 = *from;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        sum += tile[threadIdx.x] + tile[63 - threadIdx.x];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        { // load16(), inlined
            float *to = &tile[threadIdx.x];
            *to = kp_r0 * 0.5f;
        }
    };
    {
        int i0 = 0;
        if (i0 < n) {
            int kp_stage = 0;
            kp_fetch(i0);
            kp_store(kp_stage);
            __syncthreads();
            for (i0 += 64; i0 < n; i0 += 64) {
                kp_fetch(i0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}
