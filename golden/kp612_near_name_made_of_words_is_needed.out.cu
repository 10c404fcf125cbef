// What a macro makes of two words is the body's m1, which stays: there is another one outside.
#define CAT(a, b) a##b

__global__ void sums(const int *__restrict__ mask, const float *__restrict__ A,
                     float *__restrict__ C, int K)
{
    __shared__ __align__(128) float kp_tile[2][32];
    float sum = 0.0f;
    int m1 = 7;

    // the next iteration that does something
    auto kp_skip = [&](int k) __attribute__((always_inline)) {
        for (; k < K; ++k) {
            const int m1 = mask[k];
            if (!m1)
                continue;
            break;
        }
        return k;
    };
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = A[k * 32 + threadIdx.x];
    };
    auto kp_compute = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        const int m1 = mask[k];
        for (int j = 0; j < 32; ++j)
            sum += tile[j] * CAT(m, 1);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        tile[threadIdx.x] = kp_r0;
    };
    {
        int k = kp_skip(0);
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            int kp_k = k;
            for (++k, k = kp_skip(k); k < K; ++k, k = kp_skip(k)) {
                kp_fetch(k);
                kp_compute(kp_k, kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_k = k;
                kp_stage ^= 1;
            }
            kp_compute(kp_k, kp_stage);
            __syncthreads();
        }
    }
    C[threadIdx.x] = sum + m1;
}

void launch(const int *mask, const float *A, float *C, int K)
{
    sums<<<1, 32>>>(mask, A, C, K);
}
