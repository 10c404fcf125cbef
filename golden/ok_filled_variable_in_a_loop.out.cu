// kpipe: --variant ldg
// A register per trip.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    __shared__ __align__(128) float kp_two[2][2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[2];
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        #pragma unroll
        for (int k = 0; k < 2; ++k) {
            if (i + t < n - k)
                kp_r0[k] = x[i + t + k];
            else
                kp_r0[k] = 0.0f;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &two = kp_two[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += two[0][j] * (t - two[1][j]);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &two = kp_two[kp_stage];
        #pragma unroll
        for (int k = 0; k < 2; ++k) {
            float v = 0.0f;
            v = kp_r0[k];
            two[k][t] = v;
        }
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(kp_stage);
            __syncthreads();
            for (i += 128; i < n; i += 128) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = sum;
}
