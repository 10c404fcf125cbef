// 160 sums of a thread and values that are converted: ptxas would move the loads behind the math, where no barrier keeps them.
__global__ void product(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int K, int N)
{
    __shared__ float As[8][160], Bs[8][256];
    float acc[10][16] = {};

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[10], kp_r1[8];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < 10; ++i)
            if (threadIdx.x < 128)
                kp_r0[i] = A[(k + threadIdx.x / 16) * 160 + threadIdx.x % 16 + i * 16];
        #pragma unroll
        for (int i = 0; i < 8; ++i)
            kp_r1[i] = B[(k + i) * N + threadIdx.x];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 8; ++j)
            for (int y = 0; y < 10; ++y)
                for (int x = 0; x < 16; ++x)
                    acc[y][x] += As[j][threadIdx.x / 16 * 10 + y] * Bs[j][threadIdx.x % 16 * 16 + x];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < 10; ++i)
            if (threadIdx.x < 128)
                As[threadIdx.x / 16][threadIdx.x % 16 + i * 16] = 2 * kp_r0[i];
        #pragma unroll
        for (int i = 0; i < 8; ++i)
            Bs[i][threadIdx.x] = 2 * kp_r1[i];
    };
    {
        int k = 0;
        if (k < K) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 8; k < K; k += 8) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    for (int y = 0; y < 10; ++y)
        for (int x = 0; x < 16; ++x)
            C[(threadIdx.x / 16 * 10 + y) * N + threadIdx.x % 16 * 16 + x] = acc[y][x];
}

void run(const float *A, const float *B, float *C, int K)
{
    product<<<1, 256>>>(A, B, C, K, 256);
}
