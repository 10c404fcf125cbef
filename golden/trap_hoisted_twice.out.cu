// kpipe: --variant single
// Each loop has a tile of that name in its body, and one buffer keeps its name in front of the lambdas.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    const int t = threadIdx.x;
    float sum = 0;

    {
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    __shared__ float xs[128];
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
    };
    auto kp_compute = [&](int k) __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * 128 + t] * xs[j];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        xs[t] = kp_r0;
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
    }
    {
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    __shared__ float xs[128];
    float kp_r02;
    auto kp_fetch2 = [&](int k) __attribute__((always_inline)) {
        kp_r02 = x[k + t];
    };
    auto kp_compute2 = [&](int k) __attribute__((always_inline)) {
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * 128 + t] * xs[j];
    };
    auto kp_store2 = [&]() __attribute__((always_inline)) {
        xs[127 - t] = kp_r02;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch2(k);
            kp_store2();
            __syncthreads();
            int kp_k = k;
            for (k += 128; k < n; k += 128) {
                kp_fetch2(k);
                kp_compute2(kp_k);
                __syncthreads();
                kp_store2();
                __syncthreads();
                kp_k = k;
            }
            kp_compute2(kp_k);
            __syncthreads();
        }
    }
    }
    y[t] = sum;
}
