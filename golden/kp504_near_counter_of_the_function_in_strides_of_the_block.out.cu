// kpipe: --variant ldg
// The block's size is not known: the trips that registers do not hold follow behind the others, with the same counter.
__global__ void f(const signed char *__restrict__ x, float *__restrict__ out, int n)
{
    __shared__ struct alignas(128) { float tile[300]; } kp_tile[2];
    int i, k;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    signed char kp_r0[3];
    auto kp_fetch = [&]() __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (decltype(i) i = threadIdx.x, kp_i = 0; kp_i < 3 && i < 300; i += blockDim.x, ++kp_i)
            kp_r0[kp_i] = x[k + i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        for (i = 0; i < 300; i++)
            sum += tile[i] * (threadIdx.x ^ i);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        {
            decltype(i) i = threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 3 && i < 300; i += blockDim.x, ++kp_i)
                tile[i] = kp_r0[kp_i] * 0.5f;
            for (; i < 300; i += blockDim.x)
                tile[i] = x[k + i] * 0.5f;
        }
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
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
