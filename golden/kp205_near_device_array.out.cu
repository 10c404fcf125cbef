// A __device__ array that nothing in this loop writes is plain global memory.
__device__ float weights[65536];

__global__ void fir(const float *__restrict__ x, float *__restrict__ y, int taps)
{
    __shared__ __align__(128) float kp_ws[2][128];
    const int t = threadIdx.x;
    const int i = blockIdx.x * 128 + t;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = weights[k + t];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &ws = kp_ws[kp_stage];
        for (int j = 0; j < 128; ++j)
            sum += x[i + k + j] * ws[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &ws = kp_ws[kp_stage];
        ws[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < taps) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < taps; k += 128) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    y[i] = sum;
}
