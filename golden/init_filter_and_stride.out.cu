// What another size is made less by is small, and so is what divides the difference.
#define TILE 16

__global__ void convolve(const float *x, const float *w, float *y, int channels, int H, int K, int S)
{
    __shared__ struct alignas(128) { float row[TILE]; } kp_row[2];
    const int out = (H - K) / S + 1, at = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;

    static_assert(TILE == 16, "kpipe: TILE has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0;
    auto kp_fetch = [&](int c) __attribute__((always_inline)) {
        kp_r0 = c + threadIdx.x < channels ? w[c + threadIdx.x] : 0;
    };
    auto kp_compute = [&](int c, int kp_stage) __attribute__((always_inline)) {
        auto &row = kp_row[kp_stage].row;
        for (int i = 0; i < TILE && c + i < channels; i++)
            for (int k = 0; k < K && at < out; k++)
                sum += row[i] * x[(c + i) * H + at * S + k];
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &row = kp_row[kp_stage].row;
        row[threadIdx.x] = kp_r0;
    };
    {
        int c = 0;
        if (c < channels) {
            int kp_stage = 0;
            kp_fetch(c);
            kp_store(kp_stage);
            __syncthreads();
            int kp_c = c;
            for (c += TILE; c < channels; c += TILE) {
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
    if (at < out)
        y[at] = sum;
}

void run(const float *x, const float *w, float *y, int channels, int H, int K, int S)
{
    const int out = (H - K) / S + 1;

    convolve<<<(out + TILE - 1) / TILE, TILE>>>(x, w, y, channels, H, K, S);
}
