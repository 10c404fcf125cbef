// The alignment is a type's, of CUDA's and of the file's.
struct __align__(32) lines {
    float v[8];
};

__global__ void sums(const float *__restrict__ x, const float *__restrict__ w, float *y, int n)
{
    __shared__ alignas(alignof(float4)) float kp_tile[2][128];
    __shared__ alignas(alignof(lines)) float kp_weights[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
        kp_r1 = w[k + t];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        auto &weights = kp_weights[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * weights[127 - j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        auto &weights = kp_weights[kp_stage];
        tile[t] = kp_r0;
        weights[t] = kp_r1;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[t] = sum;
}
