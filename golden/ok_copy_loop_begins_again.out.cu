// kpipe: --variant ldg
// A counter that passes the largest value of its type goes on at zero: of the trips behind it no
// number is known, and a thread that made none must not come to make one.
__global__ void __launch_bounds__(128) later_threads(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ struct alignas(128) { float s[200]; } kp_s[2];
    unsigned t = threadIdx.x;
    float acc = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (unsigned i = t - 32, kp_i = 0; kp_i < 2 && i < 200; i += 96, ++kp_i)
            kp_r0[kp_i] = x[k + i + t / 32];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        acc += s[t];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        {
            unsigned i = t - 32;
            #pragma unroll
            for (int kp_i = 0; kp_i < 2 && i < 200; i += 96, ++kp_i)
                s[i] = kp_r0[kp_i];
            for (; i < 200; i += 96)
                s[i] = x[k + i + t / 32];
        }
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 200; k < K; k += 200) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = acc;
}

__global__ void __launch_bounds__(128) bytes(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ __align__(128) float kp_s[2][256];
    int t = threadIdx.x;
    float acc = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (unsigned char i = t * 2, kp_i = 0; kp_i < 2 && i < 150; i += 100, ++kp_i)
            kp_r0[kp_i] = x[k + i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        acc += s[t];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        {
            unsigned char i = t * 2;
            #pragma unroll
            for (int kp_i = 0; kp_i < 2 && i < 150; i += 100, ++kp_i)
                s[i] = kp_r0[kp_i];
            for (; i < 150; i += 100)
                s[i] = x[k + i];
        }
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 128; k < K; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = acc;
}

// B of -1: the last trip is that of zero.
template <unsigned W, int B>
__global__ void __launch_bounds__(128) downward(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ __align__(128) float kp_s[2][128];
    int t = threadIdx.x;
    float acc = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[1];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (int i = 2, kp_i = 0; kp_i < 1 && i < W; i += B, ++kp_i)
            kp_r0[kp_i] = x[k + t + i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        acc += s[127 - t];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        {
            int i = 2;
            #pragma unroll
            for (int kp_i = 0; kp_i < 1 && i < W; i += B, ++kp_i)
                s[t + i] = kp_r0[kp_i];
            for (; i < W; i += B)
                s[t + i] = x[k + t + i];
        }
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(k, kp_stage);
            __syncthreads();
            for (k += 128; k < K; k += 128) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(k, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = acc;
}

// A bound that the variable's type changes.
template <int W>
__global__ void __launch_bounds__(128) converted(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ __align__(128) float kp_s[2][256];
    int t = threadIdx.x;
    float acc = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[((unsigned char)W) > 0 ? ((unsigned char)W) : 1];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        const unsigned char n = W;
        #pragma unroll
        for (int i = 0; i < n; i++)
            kp_r0[i] = x[k + t + 128 * i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        acc += s[255 - t];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        const unsigned char n = W;
        #pragma unroll
        for (int i = 0; i < n; i++)
            s[t + 128 * i] = kp_r0[i];
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 256; k < K; k += 256) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = acc;
}
