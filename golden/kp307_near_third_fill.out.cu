// Two fills of three stay where they are, and do not write all elements; another array is filled beside the first.
__global__ void sums(const float *__restrict__ x, const float *__restrict__ z, float *__restrict__ y, int n)
{
    __shared__ float kv[128], w[128];
    const int t = threadIdx.x;
    float v = 0.0f;
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        kp_r0 = z[i + t + 300];
        if (i + t < n - 5)
            kp_r1 = x[i + t];
        else
            kp_r1 = 0;
    };
    auto kp_compute = [&](int i) __attribute__((always_inline)) {
        v += kv[127 - t];
        __syncthreads();
        if (t & 1)
            kv[t] = z[i + t];
        __syncthreads();
        v = v * 2 + kv[127 - t] * w[t ^ 3];
        __syncthreads();
        kv[127 - t] = z[i + t + 1];
        __syncthreads();
        v = v * 2 + kv[127 - t];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        w[t] = kp_r0;
        kv[t] = kp_r1;
    };
    {
        int i = 0;
        if (i < n) {
            __syncthreads();
            kp_fetch(i);
            kp_store();
            __syncthreads();
            int kp_i = i;
            for (i += 128; i < n; i += 128) {
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
    y[t] = v;
}
