// kpipe: --variant ldg
// C declares its counters in front of the function: each loop sets them anew.
__global__ void f(const signed char *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ struct alignas(128) { float tile[300]; } kp_tile[2];
    int i, k, j;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    signed char kp_r0[3];
    auto kp_fetch = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (decltype(i) i = threadIdx.x, kp_i = 0; kp_i < 3; i += 128, ++kp_i)
            if (i < 300)
                kp_r0[kp_i] = x[k + i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (j = 0; j < 300; j++)
            sum += tile[j] * (threadIdx.x ^ j);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        #pragma unroll
        for (decltype(i) i = threadIdx.x, kp_i = 0; kp_i < 3; i += 128, ++kp_i)
            if (i < 300)
                tile[i] = kp_r0[kp_i] * 0.5f;
    };
    k = 0;
    if (k < n) {
        int kp_stage = 0;
        kp_fetch();
        kp_store(kp_stage);
        __syncthreads();
        for (k += 300; k < n; k += 300) {
            kp_fetch();
            kp_compute(kp_stage);
            kp_store(kp_stage ^ 1);
            __syncthreads();
            kp_stage ^= 1;
        }
        kp_compute(kp_stage);
    }
    for (i = threadIdx.x; i < 300; i += 128)
        out[blockIdx.x * 300 + i] = sum;
}
