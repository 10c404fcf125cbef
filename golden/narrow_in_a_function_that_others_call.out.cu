// kpipe: --arch sm_90
// Another file may call the function where some of its threads have returned.
__device__ float rows(const float *__restrict__ a, int n)
{
    __shared__ float s[64][32];
    const int tid = threadIdx.x;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[8];
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = tid, kp_i = 0; kp_i < 8; i += 256, ++kp_i)
            if (i < 64 * 32)
                kp_r0[kp_i] = a[(i / 32) * n + k0 + i % 32];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 64][j];
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = tid, kp_i = 0; kp_i < 8; i += 256, ++kp_i)
            if (i < 64 * 32)
                s[i / 32][i % 32] = kp_r0[kp_i];
    };
    {
        int k0 = 0;
        if (k0 < n) {
            kp_fetch(k0);
            kp_store();
            __syncthreads();
            for (k0 += 32; k0 < n; k0 += 32) {
                kp_fetch(k0);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
            __syncthreads();
        }
    }
    return sum;
}

__global__ void once(const float *a, float *out, int n)
{
    out[blockIdx.x * 256 + threadIdx.x] = rows(a + blockIdx.x * 64 * n, n);
}
