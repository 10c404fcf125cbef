// guard reads memory that the outer loop changes: coverage is not constant
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    __shared__ int lim[1];
    const int t = threadIdx.x;
    float acc = 0.0f;
    for (int r = 0; r < 2; ++r) {
        if (t == 0)
            lim[0] = r == 0 ? 64 : 20;
        __syncthreads();
        // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
        float kp_r0;
        auto kp_fetch = [&](int i) __attribute__((always_inline)) {
            if (t < lim[0])
                kp_r0 = A[i * 64 + t];
        };
        auto kp_compute = [&](int i) __attribute__((always_inline)) {
            acc += As[63 - t] * (i + 1);
        };
        auto kp_store = [&]() __attribute__((always_inline)) {
            if (t < lim[0])
                As[t] = kp_r0;
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
                __syncthreads();
            }
        }
    }
    C[t] = acc;
}
