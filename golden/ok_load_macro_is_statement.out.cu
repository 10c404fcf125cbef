// The macro is a whole statement: its text cannot stand for the value that is read.
#define LOAD4(to, from) to = *(const float4 *)(from);

__global__ __launch_bounds__(64) void gemv4(const float *__restrict__ x, float *__restrict__ y,
                                            int n)
{
    __shared__ __align__(128) float kp_tile[2][4 * 64];
    const int t = threadIdx.x;
    float sum = 0;
    float4 v;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float4 kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        {
            float4 v;
            LOAD4(v, x + k + 4 * t)
            kp_r0 = v;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += tile[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        v = kp_r0;
        tile[t] = v.x;
        tile[64 + t] = v.y;
        tile[128 + t] = v.z;
        tile[192 + t] = v.w;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 64 + t] = sum;
}
