// kpipe: --variant ldg
// Copy loops that a constant or an instance leaves without a trip: a register array has an element.
#define EXTRA 0

__global__ void __launch_bounds__(128) by_macro(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ __align__(128) float kp_s[2][256];
    int t = threadIdx.x;
    float acc = 0;
    static_assert(EXTRA == 0, "kpipe: EXTRA has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1[1];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 1; i += 128, ++kp_i)
            if (i < EXTRA)
                kp_r1[kp_i] = x[k + 128 + i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 128 + EXTRA; j++)
            acc += s[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[t] = kp_r0;
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < 1; i += 128, ++kp_i)
            if (i < EXTRA)
                s[128 + i] = kp_r1[kp_i];
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < K; k += 128) {
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

template <int W>
__global__ void __launch_bounds__(128) by_instance(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ __align__(128) float kp_s[2][512];
    int t = threadIdx.x;
    float acc = 0;
    static_assert(((W == 0) || (W == 20)), "kpipe: W has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1[W > 0 ? (W - 1) / 128 + 1 : 1], kp_r2[(W - 300) >= 0 ? (W - 300) / 128 + 1 : 1], kp_r3[W > 2 ? W - 2 : 1];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        kp_r0 = x[k + t];
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < (W > 0 ? (W - 1) / 128 + 1 : 1); i += 128, ++kp_i)
            if (i < W)
                kp_r1[kp_i] = x[k + 128 + i];
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < ((W - 300) >= 0 ? (W - 300) / 128 + 1 : 1); i += 128, ++kp_i)
            if (i <= W - 300)
                kp_r2[kp_i] = x[k + 256 + i];
        #pragma unroll
        for (int i = 2, kp_i = 0; i < W; i++, ++kp_i)
            kp_r3[kp_i] = x[k + i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 128 + W; j++)
            acc += s[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[t] = kp_r0;
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < (W > 0 ? (W - 1) / 128 + 1 : 1); i += 128, ++kp_i)
            if (i < W)
                s[128 + i] = kp_r1[kp_i];
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < ((W - 300) >= 0 ? (W - 300) / 128 + 1 : 1); i += 128, ++kp_i)
            if (i <= W - 300)
                s[256 + i] = kp_r2[kp_i];
        #pragma unroll
        for (int i = 2, kp_i = 0; i < W; i++, ++kp_i)
            s[384 + i] = kp_r3[kp_i];
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 128; k < K; k += 128) {
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
template __global__ void by_instance<0>(const float *__restrict__, float *__restrict__, int);
template __global__ void by_instance<20>(const float *__restrict__, float *__restrict__, int);

// The unsigned bound begins again at 2^32 - 2 for W of 1: not in registers for all trips.
template <unsigned W>
__global__ void __launch_bounds__(128) wraps(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ __align__(128) float kp_s[2][512];
    int t = threadIdx.x;
    float acc = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r1, 0, sizeof(kp_r1));
        kp_r0 = x[k + t];
        #pragma unroll
        for (unsigned i = t, kp_i = 0; kp_i < 4 && i < W - 3; i += 128, ++kp_i)
            kp_r1[kp_i] = x[k + 128 + i % 128];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 256; j++)
            acc += s[j];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[t] = kp_r0;
        {
            unsigned i = t;
            #pragma unroll
            for (int kp_i = 0; kp_i < 4 && i < W - 3; i += 128, ++kp_i)
                s[128 + i % 128] = kp_r1[kp_i];
            for (; i < W - 3; i += 128)
                s[128 + i % 128] = x[k + 128 + i % 128];
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
template __global__ void wraps<1>(const float *__restrict__, float *__restrict__, int);

// Near INT_MAX a sum of bound and step would be negative.
template <int W>
__global__ void __launch_bounds__(128) largest(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ __align__(128) float kp_s[2][512];
    int t = threadIdx.x;
    float acc = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        memset(kp_r1, 0, sizeof(kp_r1));
        kp_r0 = x[k + t];
        #pragma unroll
        for (unsigned i = t, kp_i = 0; kp_i < 2 && i < W; i += 0x40000000, ++kp_i)
            kp_r1[kp_i] = x[k + i % 128];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        for (int j = 0; j < 256; j++)
            acc += s[j];
    };
    auto kp_store = [&](int k, int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        s[t] = kp_r0;
        {
            unsigned i = t;
            #pragma unroll
            for (int kp_i = 0; kp_i < 2 && i < W; i += 0x40000000, ++kp_i)
                s[128 + i % 128] = kp_r1[kp_i];
            for (; i < W; i += 0x40000000)
                s[128 + i % 128] = x[k + i % 128];
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
template __global__ void largest<2147483647>(const float *__restrict__, float *__restrict__, int);
