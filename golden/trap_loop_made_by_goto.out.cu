// a goto leads through the loop again, with other guards
__global__ void k(const float *__restrict__ A, const int *__restrict__ I, float *C, int n)
{
    __shared__ float As[256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int row = 0; again:
    {
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        if (row + t < n) kp_r0 = A[i * 128 + t];
    };
    auto kp_compute = [&](int i) __attribute__((always_inline)) {
        acc += As[127 - t] * (i + 1);
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        if (row + t < n) As[t] = kp_r0;
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
    row += 5; if (row < n) goto again; C[t] = acc;
}
