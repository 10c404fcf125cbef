// kpipe: --variant ldg
// Behind the trips in registers the condition is asked again.
__global__ void f(const float *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ __align__(128) float kp_tile[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[1];
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (int k = t, kp_i = 0; kp_i < 1 && k < 128; k += blockDim.x, ++kp_i) {
            if (i + k < n)
                kp_r0[kp_i] = x[i + k];
            else
                kp_r0[kp_i] = 0.0f;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
    };
    auto kp_store = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        {
            int k = t;
            #pragma unroll
            for (int kp_i = 0; kp_i < 1 && k < 128; k += blockDim.x, ++kp_i) {
                tile[k] = kp_r0[kp_i];
            }
            for (; k < 128; k += blockDim.x) {
                if (i + k < n)
                    tile[k] = x[i + k];
                else
                    tile[k] = 0.0f;
            }
        }
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(i, kp_stage);
            __syncthreads();
            for (i += 128; i < n; i += 128) {
                kp_fetch(i);
                kp_compute(kp_stage);
                kp_store(i, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = sum;
}
