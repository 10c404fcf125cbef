// kpipe: --variant cp-async
// The loop that stores counts otherwise than the one that fills.
__global__ void f(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ __align__(128) float kp_s[2][1024];
    const int t = threadIdx.x;
    float acc = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < 4; i++)
            kp_r0[i] = A[k * 1024 + t + i * 256];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        acc += s[255 - t] + s[512 + t];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        float v[4];
        #pragma unroll
        for (int i = 0; i < 4; i++)
            v[i] = kp_r0[i];
        for (int i = 0; i < 4; i++)
            s[t + (i++ + 0) * 256] = v[i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k++; k < n; k++) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 256 + t] = acc;
}
