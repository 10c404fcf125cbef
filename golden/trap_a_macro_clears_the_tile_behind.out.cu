// a macro clears the tile behind the loop, in the outer loop
#define CLEAR(x) x[t] = 0.0f
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    for (int r = 0; r < 3; ++r) {
        // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
        float kp_r0;
        auto kp_fetch = [&](int i) __attribute__((always_inline)) {
            if (t < 20)
                kp_r0 = A[i * 64 + t];
        };
        auto kp_compute = [&](int i) __attribute__((always_inline)) {
            if (r > 0)
                acc += As[63 - t] * (i + 1);
        };
        auto kp_store = [&]() __attribute__((always_inline)) {
            if (t < 20)
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
        CLEAR(As);
        __syncthreads();
    }
    C[t] = acc;
}
