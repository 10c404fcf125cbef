// kpipe: --variant ldg
// As ok_copy_loop_without_a_trip, but the bounds are sizes of arrays, or fit into a byte.
template <int W>
__global__ void __launch_bounds__(128) sizes(const float *__restrict__ x, float *__restrict__ out, int K)
{
    constexpr int kp_stages = 2 * (sizeof(float[W * 2])) <= 48896 ? 2 : 1;
    __shared__ struct alignas(128) { float s[W * 2]; } kp_s[kp_stages];
    int t = threadIdx.x;
    float acc = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[((W * 2) + 128 - 1) / 128];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < ((W * 2) + 128 - 1) / 128; i += 128, ++kp_i)
            if (i < W * 2)
                kp_r0[kp_i] = x[k + i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        for (int j = 0; j < W * 2; j++)
            acc += s[j];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage].s;
        #pragma unroll
        for (int i = t, kp_i = 0; kp_i < ((W * 2) + 128 - 1) / 128; i += 128, ++kp_i)
            if (i < W * 2)
                s[i] = kp_r0[kp_i];
    };
    {
        int k = 0;
        if (k < K) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += W * 2; k < K; k += W * 2) {
                kp_fetch(k);
                kp_compute(kp_stage);
                if (kp_stages == 1)
                    __syncthreads();
                kp_store(kp_stage ^ (kp_stages - 1));
                __syncthreads();
                kp_stage ^= kp_stages - 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 128 + t] = acc;
}

__global__ void __launch_bounds__(128) byte(const float *__restrict__ x, float *__restrict__ out, int K)
{
    __shared__ __align__(128) float kp_s[2][256];
    int t = threadIdx.x;
    float acc = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (unsigned char i = 55, kp_i = 0; i < 255; i += 100, ++kp_i)
            kp_r0[kp_i] = x[k + t + i / 100 * 128];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        acc += s[255 - t];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &s = kp_s[kp_stage];
        #pragma unroll
        for (unsigned char i = 55, kp_i = 0; i < 255; i += 100, ++kp_i)
            s[t + i / 100 * 128] = kp_r0[kp_i];
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
