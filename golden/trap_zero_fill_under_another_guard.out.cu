// The zero fill under t < 32 is no else for the copy: the other half keeps what it had.
#define TW 64
__global__ void f(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float As[TW];
    const int t = threadIdx.x;
    float acc = 0.0f;

    static_assert(TW == 64, "kpipe: TW has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        if (t < TW)
            if (k + t + 7 < n || k == 0)
                kp_r0 = A[k + t];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < TW; ++j)
            acc = acc * 0.5f + As[(j + t) % TW];
    };
    auto kp_store = [&](int k) __attribute__((always_inline)) {
        if (t < 32)
            As[t] = 0.0f;
        if (t < TW)
            if (k + t + 7 < n || k == 0)
                As[t] = kp_r0;
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store(k);
            __syncthreads();
            for (k += TW; k < n; k += TW) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store(k);
                __syncthreads();
            }
            kp_compute();
        }
    }
    out[blockIdx.x * TW + t] = acc;
}
void launch_f(const float *A, float *out, int n) { f<<<2, 64>>>(A, out, n); }
