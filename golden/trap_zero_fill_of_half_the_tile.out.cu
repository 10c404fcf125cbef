// The zero fill covers half of the tile, though its header reads the same as that of the copy.
#define TW 64
__global__ void f(const float *__restrict__ A, float *__restrict__ out, int n)
{
    __shared__ float As[TW];
    const int t = threadIdx.x;
    float acc = 0.0f;

    static_assert(TW == 64, "kpipe: TW has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[1];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        {
            const int most = 64;
            #pragma unroll
            for (int i = t, kp_i = 0; kp_i < 1; i += 64, ++kp_i)
                if (i < most)
                    if (k + i + 7 < n || k == 0)
                    kp_r0[kp_i] = A[k + i];
        }
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < TW; ++j)
            acc = acc * 0.5f + As[(j + t) % TW];
    };
    auto kp_store = [&](int k) __attribute__((always_inline)) {
        {
            const int most = 32;
            for (int i = t; i < most; i += 64)
                As[i] = 0.0f;
        }
        {
            const int most = 64;
            #pragma unroll
            for (int i = t, kp_i = 0; kp_i < 1; i += 64, ++kp_i)
                if (i < most)
                    if (k + i + 7 < n || k == 0)
                    As[i] = kp_r0[kp_i];
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
void launch_f(const float *A, float *out, int n) { f<<<2, 64>>>(A, out, n); }
