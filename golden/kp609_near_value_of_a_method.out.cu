// The instance is in sight: x is a variable of its own.
struct H {
    template <class T> static __device__ void f(T y)
    {
        T x = y;
        x += 1;
    }
};
__global__ void k(const float *A, float *C, int K)
{
    __shared__ __align__(128) float kp_As[2][256];
    float acc = 0.0f;
    int v = 0;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        kp_r0 = A[k0 + threadIdx.x + v];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        for (int i = 0; i < 256; ++i)
            acc += As[i];
        H::f(v);
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        As[threadIdx.x] = kp_r0;
    };
    {
        int k0 = 0;
        if (k0 < K) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(kp_stage);
            __syncthreads();
            for (k0 += 256; k0 < K; k0 += 256) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    C[threadIdx.x] = acc + v;
}
