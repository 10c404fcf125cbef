// The copy loop's bound shrinks in the last iteration: it is a guard, too.
__global__ void ragged(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 2 && i < min(256, n - k); i += 128, ++kp_i)
            kp_r0[kp_i] = x[k + i];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 256; ++j)
            sum += tile[j] * (j ^ t);
    };
    auto kp_store = [&](int k) __attribute__((always_inline)) {
        {
            int i = t;
            #pragma unroll
            for (int kp_i = 0; kp_i < 2 && i < min(256, n - k); i += 128, ++kp_i)
                tile[i] = kp_r0[kp_i];
            for (; i < min(256, n - k); i += 128)
                tile[i] = x[k + i];
        }
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store(k);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store(k);
                __syncthreads();
            }
            kp_compute();
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
