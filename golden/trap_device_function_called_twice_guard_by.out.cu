// device function called twice, guard by way of a local
static __device__ float part(const float *__restrict__ A, int n, int m)
{
    __shared__ float As[64];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int lim = m;
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        if (t < lim)
            kp_r0 = A[i * 64 + t];
    };
    auto kp_compute = [&](int i) __attribute__((always_inline)) {
        acc += As[63 - t] * (i + 1);
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        if (t < lim)
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
    return acc;
}
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    float a = part(A, n, 64);
    C[threadIdx.x] = a + part(A, n, 20);
}
