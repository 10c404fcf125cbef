// kpipe: --variant ldg
// What is not negative may be made by masks and shifts: (a + j + k) % STEP is the same row in every iteration.
#define T 16
#define STEP 32

__global__ void rows(const float *__restrict__ A, float *C, int K)
{
    __shared__ __align__(128) float kp_As[2][STEP][T];
    const int a = (threadIdx.x & 7) >> 1;
    float sum = 0.0f;

    static_assert(STEP == 32 && T == 16, "kpipe: STEP or T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[8];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int j = 0, kp_i = 0; j < STEP; j += 4, ++kp_i)
            kp_r0[kp_i] = A[k + threadIdx.x + j];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int j = 0; j < T; j++)
            sum += As[threadIdx.x % STEP][j];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        #pragma unroll
        for (int j = 0, kp_i = 0; j < STEP; j += 4, ++kp_i)
            As[(a + j + k) % STEP][threadIdx.x >> 4] = kp_r0[kp_i];
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += STEP; k < K; k += STEP) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[threadIdx.x] = sum;
}
