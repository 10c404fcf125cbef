// Convolution: filter rows, filter columns and channels around one tile.
__global__ void conv(const float *__restrict__ in, const float *__restrict__ w,
                     float *__restrict__ out, int C, int H, int W)
{
    __shared__ struct alignas(128) { float row[130]; } kp_row[2];
    const int t = threadIdx.x;
    const int y = blockIdx.y, x0 = blockIdx.x * 128;
    float sum = 0.0f;

    for (int r = 0; r < 3; ++r)
    {
        // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
        float kp_r0[2];
        auto kp_fetch = [&](int c) __attribute__((always_inline)) {
            #pragma unroll
            for (int i = t, kp_i = 0; kp_i < 2; i += 128, ++kp_i) {
                if (i >= 130)
                    continue;
                const int xx = x0 + i - 1, yy = y + r - 1;
                kp_r0[kp_i] = xx >= 0 && xx < W && yy >= 0 && yy < H ? in[(c * H + yy) * W + xx] : 0.0f;
            }
        };
        auto kp_compute = [&](int c, int kp_stage) __attribute__((always_inline)) {
            auto &row = kp_row[kp_stage].row;
            for (int s = 0; s < 3; ++s)
                sum += row[t + s] * w[(c * 3 + r) * 3 + s];
        };
        auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
            auto &row = kp_row[kp_stage].row;
            #pragma unroll
            for (int i = t, kp_i = 0; kp_i < 2; i += 128, ++kp_i) {
                if (i >= 130)
                    continue;
                row[i] = kp_r0[kp_i];
            }
        };
        {
            int c = 0;
            if (c < C) {
                int kp_stage = 0;
                kp_fetch(c);
                kp_store(kp_stage);
                __syncthreads();
                int kp_c = c;
                for (++c; c < C; ++c) {
                    kp_fetch(c);
                    kp_compute(kp_c, kp_stage);
                    kp_store(kp_stage ^ 1);
                    __syncthreads();
                    kp_c = c;
                    kp_stage ^= 1;
                }
                kp_compute(kp_c, kp_stage);
                __syncthreads();
            }
        }
    }
    if (x0 + t < W)
        out[y * W + x0 + t] = sum;
}
