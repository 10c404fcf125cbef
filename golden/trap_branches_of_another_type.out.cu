// The two branches fill other elements: the index of one is a byte.
__global__ void fills(const float *__restrict__ A, float *__restrict__ out, int n, int odd)
{
    __shared__ float As[512];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (k % 128 == odd) {
            kp_r0 = A[k + t];
        }
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 64; ++j)
            sum += As[300 + j] + As[44 + j];
    };
    auto kp_store = [&](int k) __attribute__((always_inline)) {
        if (k % 128 == odd) {
            const int at = t + 300;
            As[at] = kp_r0;
        } else {
            const unsigned char at = t + 300;
            As[at] = 0.0f;
        }
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
