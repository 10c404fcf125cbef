// The halo again, without a wish: one buffer keeps it.
__global__ void rows(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float row[130];
    const int t = threadIdx.x;

    if (t == 0)
        row[0] = row[129] = 0.0f;
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = x[i * 128 + t];
    };
    auto kp_compute = [&](int i) __attribute__((always_inline)) {
        y[i * 128 + t] = row[t] + row[t + 1] + row[t + 2];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        row[t + 1] = kp_r0;
    };
    {
        int i = 0;
        if (i < n) {
            kp_fetch(i);
            kp_store();
            __syncthreads();
            int kp_i = i;
            for (++i; i < n; ++i) {
                kp_fetch(i);
                kp_compute(kp_i);
                __syncthreads();
                kp_store();
                __syncthreads();
                kp_i = i;
            }
            kp_compute(kp_i);
        }
    }
}
