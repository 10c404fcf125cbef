// The weights that are written depend on the tap, so their tile has one buffer. Registers can hold both
// tiles: one buffer for both is as fast as one beside two.
__global__ void __launch_bounds__(256)
    gradients(const float *__restrict__ inputs, const float *__restrict__ weights,
              float *__restrict__ out, int n, int taps)
{
    __shared__ float ws[16][17];
    __shared__ float xs[16][128];
    const int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x;
    float sum[8] = {};

    for (int tap = 0; tap < taps; ++tap) {
        const bool takes_part = (y + tap) % 3 != 0;

        // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
        float kp_r0[8], kp_r1;
        auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
            #pragma unroll
            for (int i = 0, kp_i = 0; i < 16; i += 2, ++kp_i)
                kp_r0[kp_i] = inputs[(k0 + i + t / 128) * 128 + t % 128];
            if (takes_part)
                kp_r1 = weights[(tap * 16 + y) * n + k0 + x];
        };
        auto kp_compute = [&]() __attribute__((always_inline)) {
            if (takes_part)
                for (int k = 0; k < 16; ++k)
                    for (int i = 0; i < 8; ++i)
                        sum[i] += ws[y][k] * xs[k][x + i * 16];
        };
        auto kp_store = [&]() __attribute__((always_inline)) {
            #pragma unroll
            for (int i = 0, kp_i = 0; i < 16; i += 2, ++kp_i)
                xs[i + t / 128][t % 128] = kp_r0[kp_i];
            if (takes_part)
                ws[y][x] = kp_r1;
        };
        {
            int k0 = 0;
            if (k0 < n) {
                kp_fetch(k0);
                kp_store();
                __syncthreads();
                for (k0 += 16; k0 < n; k0 += 16) {
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
    }
    for (int i = 0; i < 8; ++i)
        out[y * 128 + x + i * 16] = sum[i];
}

void launch_gradients(const float *inputs, const float *weights, float *out, int n, int taps)
{
    gradients<<<1, dim3(16, 16)>>>(inputs, weights, out, n, taps);
}
