// memset is a macro of the program: no register is cleared.
#define memset(to, byte, size) __builtin_memset(to, byte, size)
__global__ void gemv(const short *__restrict__ x, const int *__restrict__ rows, float *__restrict__ y,
                     int n)
{
    __shared__ __align__(128) float kp_xs[2][256];
    const short *at = x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    int kp_r0;
    short kp_r1[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        const int row = (kp_r0 = rows[k]);
        #pragma unroll
        for (unsigned i = threadIdx.x, kp_i = 0; kp_i < 2 && i < 256; i += blockDim.x, ++kp_i)
            kp_r1[kp_i] = at[row * 256 + i];
        at += 64;
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        for (int j = 0; j < 256; ++j)
            sum += xs[j] * xs[(j + threadIdx.x) % 256];
    };
    auto kp_store = [&](const short *at, int kp_stage) __attribute__((always_inline)) {
        auto &xs = kp_xs[kp_stage];
        const int row = kp_r0;
        {
            unsigned i = threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 2 && i < 256; i += blockDim.x, ++kp_i)
                xs[i] = 0.5f * kp_r1[kp_i];
            for (; i < 256; i += blockDim.x)
                xs[i] = 0.5f * at[row * 256 + i];
        }
        at += 64;
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            const auto kp_old_at = at;
            kp_fetch(k);
            kp_store(kp_old_at, kp_stage);
            __syncthreads();
            for (++k; k < n; ++k) {
                const auto kp_old_at = at;
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_old_at, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
