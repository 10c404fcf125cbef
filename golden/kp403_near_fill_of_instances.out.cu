// kpipe: --variant ldg --stages 2
// The instances in sight, whose sizes the output states.
template <int ROWS, int WIDTH, int READ>
__global__ void dots(int n, const float *__restrict__ keys, float *__restrict__ out)
{
    __shared__ struct alignas(128) { float tile[ROWS][WIDTH]; } kp_tile[2];
    float s = 0;

    static_assert(((ROWS == 16 && WIDTH == 32 && READ == 32) || (ROWS == 16 && WIDTH == 64 && READ == 60)),
                  "kpipe: ROWS, WIDTH or READ has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[8];
    auto kp_fetch = [&](int first) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 8 && i < ROWS * WIDTH; i += blockDim.x, ++kp_i) {
            const int row = i / WIDTH, column = i % WIDTH;
            if (first + row < n)
                kp_r0[kp_i] = keys[(first + row) * WIDTH + column];
        }
    };
    auto kp_compute = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        const int rows = min(ROWS, n - first);
        for (int j = 0; j < rows; j++)
            for (int d = 0; d < READ; d++)
                s += tile[j][d];
    };
    auto kp_store = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        {
            int i = threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 8 && i < ROWS * WIDTH; i += blockDim.x, ++kp_i) {
                const int row = i / WIDTH, column = i % WIDTH;
                if (first + row < n)
                    tile[row][column] = kp_r0[kp_i];
            }
            for (; i < ROWS * WIDTH; i += blockDim.x) {
                const int row = i / WIDTH, column = i % WIDTH;
                if (first + row < n)
                    tile[row][column] = keys[(first + row) * WIDTH + column];
            }
        }
    };
    {
        int first = 0;
        if (first < n) {
            int kp_stage = 0;
            kp_fetch(first);
            kp_store(first, kp_stage);
            __syncthreads();
            int kp_first = first;
            for (first += ROWS; first < n; first += ROWS) {
                kp_fetch(first);
                kp_compute(kp_first, kp_stage);
                kp_store(first, kp_stage ^ 1);
                __syncthreads();
                kp_first = first;
                kp_stage ^= 1;
            }
            kp_compute(kp_first, kp_stage);
        }
    }
    out[threadIdx.x] = s;
}

void launch(int n, const float *keys, float *out)
{
    dots<16, 32, 32><<<1, 128>>>(n, keys, out);
    dots<16, 64, 60><<<1, 128>>>(n, keys, out);
}
