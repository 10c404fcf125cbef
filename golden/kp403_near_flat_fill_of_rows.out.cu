// kpipe: --variant ldg --stages 2
// A flat number is divided into rows that are longer than what is filled.
__global__ void dots(int n, const float *__restrict__ keys, float *__restrict__ out)
{
    __shared__ struct alignas(128) { float tile[16][33]; } kp_tile[2];
    float s = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[5];
    auto kp_fetch = [&](int first) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        const int rows = min(16, n - first);
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 5 && i < rows * 32; i += blockDim.x, ++kp_i)
            kp_r0[kp_i] = keys[first * 32 + i];
    };
    auto kp_compute = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        const int rows = min(16, n - first);
        for (int j = 0; j < rows; j++)
            for (int d = 0; d < 32; d++)
                s += tile[j][d];
    };
    auto kp_store = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        const int rows = min(16, n - first);
        {
            int i = threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 5 && i < rows * 32; i += blockDim.x, ++kp_i)
                tile[i / 32][i % 32] = kp_r0[kp_i];
            for (; i < rows * 32; i += blockDim.x)
                tile[i / 32][i % 32] = keys[first * 32 + i];
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
            for (first += 16; first < n; first += 16) {
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
