// As kp403_near_chained_assignment, but one of the two is not the element that the other branch fills.
__global__ void dot(const float *__restrict__ A, const float *__restrict__ B,
                    float *__restrict__ C, int n)
{
    __shared__ float X[128], Y[128];
    const int t = threadIdx.x;
    float sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        if (k0 + t < n) {
            kp_r0 = A[k0 + t];
            kp_r1 = B[k0 + t];
        }
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j)
            sum += X[j] * Y[j ^ t];
    };
    auto kp_store = [&](int k0) __attribute__((always_inline)) {
        if (k0 + t < n) {
            X[t] = kp_r0;
            Y[t] = kp_r1;
        } else {
            X[t] = Y[t & 63] = 0.0f;
        }
    };
    {
        int k0 = 0;
        if (k0 < n) {
            kp_fetch(k0);
            kp_store(k0);
            __syncthreads();
            for (k0 += 128; k0 < n; k0 += 128) {
                kp_fetch(k0);
                kp_compute();
                __syncthreads();
                kp_store(k0);
                __syncthreads();
            }
            kp_compute();
        }
    }
    C[blockIdx.x * 128 + t] = sum;
}
