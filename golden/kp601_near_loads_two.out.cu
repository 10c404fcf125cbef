// One invocation, two statements: none of them has a text of its own.
#define LOAD2(a, b, p, q)                                                                          \
    a = *(p);                                                                                      \
    b = *(q);

__global__ __launch_bounds__(128) void sums(const int *__restrict__ x, const int *__restrict__ w,
                                            int *__restrict__ y, int n)
{
    __shared__ __align__(128) int kp_tile[2][256];
    const int t = threadIdx.x;
    int sum = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int kp_r0[2], kp_r1[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = 0; i < 2; ++i) {
            kp_r0[i] = *(x + k + i * 128 + t);
    kp_r1[i] = *(w + k + i * 128 + t);
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += tile[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        #pragma unroll
        for (int i = 0; i < 2; ++i) {
            int a, b;
            a = kp_r0[i];
    b = kp_r1[i];
            tile[i * 128 + t] = a * b;
        }
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < n; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * 128 + t] = sum;
}
