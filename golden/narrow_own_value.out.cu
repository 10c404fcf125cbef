// kpipe: --arch sm_90
// The row is the thread's own, and changes.
__global__ void __launch_bounds__(256)
    own_value(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ float s[64][32];
    const int tid = threadIdx.x;
    int row = tid / 32;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        if (k0 > 0)
            row += tid & 1;
        kp_r0 = a[(blockIdx.x * 64 + row) * n + k0 + tid % 32];
    };
    auto kp_compute = [&]() __attribute__((always_inline)) {
        for (int j = 0; j < 32; ++j)
            sum += s[tid / 32][j];
    };
    auto kp_store = [&](int k0, int row) __attribute__((always_inline)) {
        if (k0 > 0)
            row += tid & 1;
        s[row][tid % 32] = kp_r0;
    };
    {
        int k0 = 0;
        if (k0 < n) {
            const auto kp_old_row = row;
            kp_fetch(k0);
            kp_store(k0, kp_old_row);
            __syncthreads();
            for (k0 += 32; k0 < n; k0 += 32) {
                const auto kp_old_row = row;
                kp_fetch(k0);
                kp_compute();
                __syncthreads();
                kp_store(k0, kp_old_row);
                __syncthreads();
            }
            kp_compute();
        }
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
