// One branch fills half of what the other does.
__global__ void fills(const float *__restrict__ A, float *__restrict__ out, int n, int odd)
{
    __shared__ float As[128];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (k % 256 == odd) {
            #pragma unroll
            for (int i = t, kp_i = 0; kp_i < 2; i += 64, ++kp_i)
                if (i < 128)
                    kp_r0[kp_i] = A[k + i];
        }
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j)
            sum += As[j];
    };
    auto kp_store = [&](int k) __attribute__((always_inline)) {
        if (k % 256 == odd) {
            #pragma unroll
            for (int i = t, kp_i = 0; kp_i < 2; i += 64, ++kp_i)
                if (i < 128)
                    As[i] = kp_r0[kp_i];
        } else {
            for (int i = t; i < 64; i += 64)
                As[i] = 0.0f;
        }
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
    out[blockIdx.x * 64 + t] = sum;
}
