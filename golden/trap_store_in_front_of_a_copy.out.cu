// Every thread stores a zero, some a copy behind it: a copy in flight may land first.
__global__ void zero_then(const float *__restrict__ A, float *__restrict__ out, int n, int m)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (k + t < n)
            kp_r0 = A[k + t];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 64; ++j)
            sum += As[j];
    };
    auto kp_store = [&](int k) __attribute__((always_inline)) {
        if (m > 3)
            As[t] = (float)m;
        if (k + t < n)
            As[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store(k);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store(k);
                __syncthreads();
            }
            kp_compute();
        }
    }
    out[blockIdx.x * 64 + t] = sum;
}
