// In its own replacement a macro's name is not replaced again. Each kernel defines it anew.
#define A(i, j) A[(i) + (j) * lda]
#define sa(i, j) sa[((i) << 5) + (j)]
#undef A
#undef sa
#define A(i, j) A[(i) + (j) * lda]
#define sa(i, j) sa[((i) << 5) + (j)]
#undef A
#undef sa
#define A(i, j) A[(i) + (j) * lda]
#define sa(i, j) sa[((j) << 5) + (i)]

__global__ __launch_bounds__(1024) void sums(int lda, int K, const float *A, float *C)
{
    const int tx = threadIdx.x & 31, ty = threadIdx.x >> 5;
    __shared__ __align__(128) float kp_sa[2][32 * 32];
    float sum = 0.0f;

    A = &A(blockIdx.x << 5, 0);
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&]() __attribute__((always_inline)) {
        kp_r0 = A(tx, ty);
        A += lda << 5;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &sa = kp_sa[kp_stage];
        for (int i = 0; i < 32; i++)
            sum += sa(tx, i) * sa(ty, i);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &sa = kp_sa[kp_stage];
        sa(tx, ty) = kp_r0 * 2.0f;
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch();
            kp_store(kp_stage);
            __syncthreads();
            for (k += 32; k < K; k += 32) {
                kp_fetch();
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[blockIdx.x * 1024 + threadIdx.x] = sum;
}
