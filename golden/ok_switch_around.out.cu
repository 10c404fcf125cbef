// The K-loop stands in a case of a switch.
__global__ void pick(const float *__restrict__ x, const float *__restrict__ w,
                     float *__restrict__ y, int n, int mode)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    switch (mode) {
    case 0:
    {
        // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
        float kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            kp_r0 = x[k + t];
        };
        auto kp_compute = [&]() __attribute__((always_inline)) {
            for (int j = 0; j < 128; ++j)
                sum += tile[j] * (j ^ t);
        };
        auto kp_store = [&]() __attribute__((always_inline)) {
            tile[t] = kp_r0;
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
                __syncthreads();
            }
        }
    }
        break;
    case 1:
    {
        // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
        float kp_r02;
        auto kp_fetch2 = [&](int k) __attribute__((always_inline)) {
            kp_r02 = w[k + t];
        };
        auto kp_compute2 = [&]() __attribute__((always_inline)) {
            for (int j = 0; j < 128; ++j)
                sum -= tile[j] * (j ^ t);
        };
        auto kp_store2 = [&]() __attribute__((always_inline)) {
            tile[t] = kp_r02;
        };
        {
            int k = 0;
            if (k < n) {
                kp_fetch2(k);
                kp_store2();
                __syncthreads();
                for (k += 128; k < n; k += 128) {
                    kp_fetch2(k);
                    kp_compute2();
                    __syncthreads();
                    kp_store2();
                    __syncthreads();
                }
                kp_compute2();
                __syncthreads();
            }
        }
    }
        break;
    default:
        sum = x[t];
    }
    y[blockIdx.x * 128 + t] = sum;
}
