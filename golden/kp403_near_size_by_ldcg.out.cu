// kpipe: --stages 2
// By a load that finds the same for all threads, as nothing stores to what it reads.
__global__ void __launch_bounds__(64) ragged(const float *__restrict__ A, const int *length, float *__restrict__ C, int n, int lists)
{
    __shared__ __align__(128) float kp_tile[2][64];
    const int t = threadIdx.x;
    float sum = 0;

    for (int i = 0; i < lists; i++) {
        const int size = __ldcg(&length[i]);
        // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
        float kp_r0;
        auto kp_fetch = [&](int k) __attribute__((always_inline)) {
            if (t < size)
                kp_r0 = A[k * 64 + t];
        };
        auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            for (int j = 0; j < size; j++)
                sum += tile[j];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &tile = kp_tile[kp_stage];
            if (t < size)
                tile[t] = kp_r0;
        };
        {
            int k = 0;
            if (k < n) {
                int kp_stage = 0;
                kp_fetch(k);
                kp_store(kp_stage);
                __syncthreads();
                for (k++; k < n; k++) {
                    kp_fetch(k);
                    kp_compute(kp_stage);
                    kp_store(kp_stage ^ 1);
                    __syncthreads();
                    kp_stage ^= 1;
                }
                kp_compute(kp_stage);
                __syncthreads();
            }
        }
    }
    C[blockIdx.x * 64 + t] = sum;
}
