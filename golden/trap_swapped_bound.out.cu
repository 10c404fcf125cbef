// swapped bound
__device__ void twice(int &x) { x *= 2; }
struct Two { int v; };
__device__ void grow(int &x) { x = 256; }
__global__ void k(const float *__restrict__ A, float *C, int n)
{
    __shared__ __align__(128) float kp_As[2][256];
    const int t = threadIdx.x;
    float acc = 0.0f;
    int m = 128, w = 256;
    (n > 0 ? m : w) = 256;
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int i) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (int j = t, kp_i = 0; kp_i < 4 && j < m; j += 64, ++kp_i)
            kp_r0[kp_i] = A[i * 256 + j];
    };
    auto kp_compute = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        acc += As[63 - t] * (i + 1) + As[255 - t];
    };
    auto kp_store = [&](int i, int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        {
            int j = t;
            #pragma unroll
            for (int kp_i = 0; kp_i < 4 && j < m; j += 64, ++kp_i)
                As[j] = kp_r0[kp_i] + 1.0f;
            for (; j < m; j += 64)
                As[j] = A[i * 256 + j] + 1.0f;
        }
    };
    {
        int i = 0;
        if (i < n) {
            int kp_stage = 0;
            kp_fetch(i);
            kp_store(i, kp_stage);
            __syncthreads();
            int kp_i = i;
            for (++i; i < n; ++i) {
                kp_fetch(i);
                kp_compute(kp_i, kp_stage);
                kp_store(i, kp_stage ^ 1);
                __syncthreads();
                kp_i = i;
                kp_stage ^= 1;
            }
            kp_compute(kp_i, kp_stage);
        }
    }
    C[t] = acc;
}
