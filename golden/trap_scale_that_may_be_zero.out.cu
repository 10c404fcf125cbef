// S may be 0 in a tile of 64 + S: all copies then go to one element, and the last one has to win.
template <int S>
__global__ void f(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ struct alignas(128) { float As[64 + S]; } kp_As[2];
    const int t = threadIdx.x;
    float acc = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[8];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (t == 0)
            #pragma unroll
            for (int i = 0; i < 8; ++i)
                kp_r0[i] = A[k + i];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        acc = acc * 0.5f + As[0];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage].As;
        if (t == 0)
            #pragma unroll
            for (int i = 0; i < 8; ++i)
                As[i * S] = kp_r0[i];
    };
    {
        int k = 0;
        if (k < n) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += 64; k < n; k += 64) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    out[blockIdx.x * 64 + t] = acc;
}
void launch_f(const float *A, float *out, int n) { f<0><<<2, 64>>>(A, out, n); }
