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

        for (int k0 = 0; k0 < n; k0 += 16) {
            for (int i = 0; i < 16; i += 2)
                xs[i + t / 128][t % 128] = inputs[(k0 + i + t / 128) * 128 + t % 128];
            if (takes_part)
                ws[y][x] = weights[(tap * 16 + y) * n + k0 + x];
            __syncthreads();
            if (takes_part)
                for (int k = 0; k < 16; ++k)
                    for (int i = 0; i < 8; ++i)
                        sum[i] += ws[y][k] * xs[k][x + i * 16];
            __syncthreads();
        }
    }
    for (int i = 0; i < 8; ++i)
        out[y * 128 + x + i * 16] = sum[i];
}

void launch_gradients(const float *inputs, const float *weights, float *out, int n, int taps)
{
    gradients<<<1, dim3(16, 16)>>>(inputs, weights, out, n, taps);
}
