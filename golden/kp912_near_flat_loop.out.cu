// kpipe: --layout auto
// A loop goes over all elements of each row.
__global__ void __launch_bounds__(256) sum_rows(const float *__restrict__ A, float *__restrict__ C, int n)
{
    // kpipe 0.1.0: layout: rows of As have 4 elements more (revert this change to undo)
    __shared__ float As[32 * (32 + 4)];
    const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
    float s = 0.0f;
    for (int i = threadIdx.x; i < 32 * 32; i += 256)
        As[i / 32 * (32 + 4) + i % 32] = 0.0f;
    __syncthreads();

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (int i = ty, kp_i = 0; kp_i < 4; i += 8, ++kp_i)
            if (i < 32)
                kp_r0[kp_i] = A[(blockIdx.x * 32 + i) * n + k + tx];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int i = 0; i < 32; i++)
            s += As[tx * (32 + 4) + i] * (ty + 1);
    };
    auto kp_store = [&]() __attribute__((always_inline)) {
        #pragma unroll
        for (int i = ty, kp_i = 0; kp_i < 4; i += 8, ++kp_i)
            if (i < 32)
                As[i * (32 + 4) + tx] = kp_r0[kp_i];
    };
    {
        int k = 0;
        if (k < n) {
            kp_fetch(k);
            kp_store();
            __syncthreads();
            for (k += 32; k < n; k += 32) {
                kp_fetch(k);
                kp_compute();
                __syncthreads();
                kp_store();
                __syncthreads();
            }
            kp_compute();
        }
    }
    C[blockIdx.x * 256 + ty * 32 + tx] = s;
}
