// Zeroed in front of the loop as well, but the loop writes every element every time.
__global__ void rows(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float row[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    row[t] = 0.0f;
    __syncthreads();
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i + t];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j)
            sum += row[j] * (j ^ t);
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        row[t] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            kp_fetch(i);
            kp_store();
            __syncthreads();
            for (i += 128; i < n; i += 128) {
                kp_fetch(i);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
