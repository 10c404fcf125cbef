// The counter's start and the loop's bound are the same in every iteration, its step is not: the loop makes four
// trips in the first one and two in the others, and `at` ends with another value.
__global__ void __launch_bounds__(128) shifted(const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float tile[160];
    int t = threadIdx.x;
    float acc = 0;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = B[k + t];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j)
            acc += tile[4 + (j ^ t)] * j;
    };
    auto kp_store = [&](int k) __attribute__((always_inline)) {
        int q = k ? 2 : 1;
        int at = t;
        for (int i = 0; i < 4; i += q)
            at += 1;
        tile[at] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store(k);
            __syncthreads();
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store(k);
                __syncthreads();
            }
            kp_compute();
        }
    }
    C[blockIdx.x * 128 + t] = acc;
}
