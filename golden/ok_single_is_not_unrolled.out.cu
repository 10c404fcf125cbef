// kpipe: --unroll --variant single
// One buffer: nothing to unroll by.
__global__ void sums(const float *__restrict__ a, float *out, int n)
{
    __shared__ float As[128];
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[k + threadIdx.x];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j)
            sum = sum * 0.5f + As[j ^ threadIdx.x];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        As[threadIdx.x] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    out[threadIdx.x] = sum;
}
