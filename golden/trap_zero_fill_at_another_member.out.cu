// The zero fill starts at at.spare, not where the copy starts: elements without a copy keep their values.
#define TW 64
struct places {
    int tile, spare;
};
__global__ void f(const float *__restrict__ A, float *__restrict__ out, int n, struct places at)
{
    __shared__ float As[2 * TW];
    const int t = threadIdx.x;
    float acc = 0.0f;

    static_assert(TW == 64, "kpipe: TW has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        {
            if (k + t + 7 < n || k == 0)
                kp_r0 = A[k + t];
        }
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < TW; ++j)
            acc = acc * 0.5f + As[(j + t) % TW];
    };
    auto kp_store = [&](int k) __attribute__((always_inline)) {
        {
            const int i = at.spare + t;
            As[i] = 0.0f;
        }
        {
            const int i = at.tile + t;
            if (k + t + 7 < n || k == 0)
                As[i] = kp_r0;
        }
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
void launch_f(const float *A, float *out, int n) { f<<<2, 64>>>(A, out, n, {0, TW}); }
