// The same by two warps, which wait for each other at barriers.
__global__ void rows(const float *__restrict__ A, float *__restrict__ C, int K)
{
    __shared__ float As[32][65];
    __shared__ float scores[32 * 300];
    float sum = 0.0f;

    for (int j = threadIdx.x; j < 32 * 300; j += 64)
        scores[j] = C[j];
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[32];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int r = 0; r < 32; ++r)
            kp_r0[r] = A[r * K + k + threadIdx.x];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 32; ++j)
            sum += As[j][threadIdx.x] * scores[j * 300 + threadIdx.x];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int r = 0; r < 32; ++r)
            As[r][threadIdx.x] = kp_r0[r];
    };
    {
        int k = 0;
        if (k < K) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 32; k < K; k += 32) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    C[blockIdx.x * 64 + threadIdx.x] = sum;
}

void launch(const float *A, float *C, int K, int blocks)
{
    rows<<<blocks, 64>>>(A, C, K);
}
