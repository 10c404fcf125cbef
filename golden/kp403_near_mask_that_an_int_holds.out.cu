// kpipe: --variant ldg --stages 2
// The mask leaves what an int holds, so all rows lie behind the one whose number the bound is on.
__global__ void dots(int n, unsigned shift, const float *__restrict__ keys, float *__restrict__ out)
{
    __shared__ __align__(128) float kp_tile[2][17 * 32];
    const int by = (int)(shift & 0x7ffffffeu);
    float s = 0;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[4];
    auto kp_fetch = [&](int first) __attribute__((always_inline)) {
        memset(kp_r0, 0, sizeof(kp_r0));
        #pragma unroll
        for (int i = threadIdx.x, kp_i = 0; kp_i < 4 && i < 16 * 32; i += blockDim.x, ++kp_i) {
            const int row = i / 32;
            if (row > 0 && first + row < n)
                kp_r0[kp_i] = keys[(first + row) * 32 + i % 32];
        }
    };
    auto kp_compute = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        for (int j = 0; j < 15; j++) {
            if (first + j >= n)
                break;
            for (int d = 0; d < 32; d++)
                s += tile[j * 32 + d];
        }
    };
    auto kp_store = [&](int first, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage];
        {
            int i = threadIdx.x;
            #pragma unroll
            for (int kp_i = 0; kp_i < 4 && i < 16 * 32; i += blockDim.x, ++kp_i) {
                const int row = i / 32;
                if (row > 0 && first + row < n)
                    tile[row * 32 + i % 32 + by] = kp_r0[kp_i];
            }
            for (; i < 16 * 32; i += blockDim.x) {
                const int row = i / 32;
                if (row > 0 && first + row < n)
                    tile[row * 32 + i % 32 + by] = keys[(first + row) * 32 + i % 32];
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
