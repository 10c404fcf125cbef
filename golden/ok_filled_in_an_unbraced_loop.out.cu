// kpipe: --variant ldg
// The statements of the branch need braces of their own.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    __shared__ __align__(128) float kp_other[2][2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[2], kp_r1[2];
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        #pragma unroll
        for (int k = 0; k < 2; ++k)
            if (i + t < n) {
                kp_r0[k] = x[i + t];
                kp_r1[k] = x[i + t + 1];
            } else {
                kp_r0[k] = 0.0f;
                kp_r1[k] = 0.0f;
            }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        auto &other = kp_other[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * other[1][t] - other[0][j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        auto &other = kp_other[kp_stage];
        #pragma unroll
        for (int k = 0; k < 2; ++k)
            {
                tile[t] = kp_r0[k];
                other[k][t] = kp_r1[k];
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
