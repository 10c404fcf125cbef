// kpipe: --arch sm_90
// A second store fixes up one element.
__global__ void __launch_bounds__(256)
    two_stores(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ float s[64][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[8], kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = tid, kp_i = 0; kp_i < 8; i += 256, ++kp_i)
            if (i < 64 * 32)
                kp_r0[kp_i] = a[(blockIdx.x * 64 + i / 32) * n + k0 + i % 32];
        if (k0 == 0)
            kp_r1 = a[tid];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 64][j];
    };
    auto kp_store = [&](int k0) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = tid, kp_i = 0; kp_i < 8; i += 256, ++kp_i)
            if (i < 64 * 32)
                s[i / 32][i % 32] = kp_r0[kp_i];
        if (k0 == 0)
            s[tid / 32][0] = kp_r1;
    };
    {
        int k0 = 0;
        if (k0 < n) {
            kp_fetch(k0);
            kp_store(k0);
            __syncthreads();
            for (k0 += 32; k0 < n; k0 += 32) {
                kp_fetch(k0);
                kp_compute();
                __syncthreads();
                kp_store(k0);
                __syncthreads();
            }
            kp_compute();
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
