// The store into the tile stands in a helper: still a tile, still filled from global memory.
__device__ __forceinline__ void put(float *dst, const float *src)
{
    *dst = *src;
}

__global__ void row_dot(const float *__restrict__ x, const float *__restrict__ w,
                        float *__restrict__ out, int n)
{
    __shared__ float ws[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        { // put(), inlined
            const float *src = &w[k + t];
            kp_r0 = *src;
        }
    };
    auto kp_compute = [&](int k) __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j)
            sum += x[row * n + k + j] * ws[j];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        { // put(), inlined
            float *dst = &ws[t];
            *dst = kp_r0;
        }
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
                kp_fetch(k);
                kp_compute(kp_k);
                __syncthreads();
                kp_store();
                __syncthreads();
                kp_k = k;
            }
            kp_compute(kp_k);
            __syncthreads();
        }
    }
    out[row] = sum;
}
