// The bytes themselves are numbers of any space.
__device__ float sum(const char *bytes)
{
    __shared__ float tile[128];
    const float *a = (const float *)bytes;
    const int t = threadIdx.x;
    float all = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = a[k + t];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j)
            all += tile[j];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        tile[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < 512) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 128; k < 512; k += 128) {
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
    return all;
}
