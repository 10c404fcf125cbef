// Two loops with the same parts of the warps, whichever is taken; each of the rows that a warp goes
// through has another length.
__global__ void csr(int rows, int n, const int *__restrict__ begins,
                    const float *__restrict__ values, const float *__restrict__ x,
                    float *__restrict__ y)
{
    __shared__ float value[8][64];

    for (int row = blockIdx.x * 8 + threadIdx.y; row < rows; row += gridDim.x * 8) {
        int begin = begins[row], end = begins[row + 1];
        float sum = 0;

        if (n > 1) {
            // kpipe: pipelined where these hold, else the loop as written
            const bool kp_apart =
                blockDim.x % 32 == 0;
            // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
            if (kp_apart) {
                float kp_r0, kp_r1;
                auto kp_fetch = [&](int j) __attribute__((always_inline)) {
                    kp_r0 = values[j + threadIdx.x];
                    kp_r1 = values[j + threadIdx.x + 32];
                };
                auto kp_compute = [&](int j) __attribute__((always_inline)) {
                    for (int i = 0; i < 64; i++)
                        sum += value[threadIdx.y][i] * x[(j + i) * 32 + threadIdx.x];
                };
                auto kp_store = [&]() __attribute__((always_inline)) {
                    value[threadIdx.y][threadIdx.x] = kp_r0;
                    value[threadIdx.y][threadIdx.x + 32] = kp_r1;
                };
                {
                    int j = begin;
                    if (j < end) {
                        kp_fetch(j);
                        kp_store();
                        __syncwarp();
                        int kp_j = j;
                        for (j += 64; j < end; j += 64) {
                            kp_fetch(j);
                            kp_compute(kp_j);
                            __syncwarp();
                            kp_store();
                            __syncwarp();
                            kp_j = j;
                        }
                        kp_compute(kp_j);
                        __syncwarp();
                    }
                }
            } else { // kpipe: as written
                for (int j = begin; j < end; j += 64) {
                    value[threadIdx.y][threadIdx.x] = values[j + threadIdx.x];
                    value[threadIdx.y][threadIdx.x + 32] = values[j + threadIdx.x + 32];
                    __syncwarp();
                    for (int i = 0; i < 64; i++)
                        sum += value[threadIdx.y][i] * x[(j + i) * 32 + threadIdx.x];
                    __syncwarp();
                }
            }
        } else {
            // kpipe: pipelined where these hold, else the loop as written
            const bool kp_apart2 =
                blockDim.x % 32 == 0;
            // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
            if (kp_apart2) {
                float kp_r02, kp_r12;
                auto kp_fetch2 = [&](int j) __attribute__((always_inline)) {
                    kp_r02 = values[j + threadIdx.x];
                    kp_r12 = values[j + threadIdx.x + 32];
                };
                auto kp_compute2 = [&](int j) __attribute__((always_inline)) {
                    for (int i = 0; i < 64; i++)
                        sum -= value[threadIdx.y][i] * x[(j + i) * 32 + threadIdx.x];
                };
                auto kp_store2 = [&]() __attribute__((always_inline)) {
                    value[threadIdx.y][threadIdx.x] = kp_r02;
                    value[threadIdx.y][threadIdx.x + 32] = kp_r12;
                };
                {
                    int j = begin;
                    if (j < end) {
                        kp_fetch2(j);
                        kp_store2();
                        __syncwarp();
                        int kp_j = j;
                        for (j += 64; j < end; j += 64) {
                            kp_fetch2(j);
                            kp_compute2(kp_j);
                            __syncwarp();
                            kp_store2();
                            __syncwarp();
                            kp_j = j;
                        }
                        kp_compute2(kp_j);
                        __syncwarp();
                    }
                }
            } else { // kpipe: as written
                for (int j = begin; j < end; j += 64) {
                    value[threadIdx.y][threadIdx.x] = values[j + threadIdx.x];
                    value[threadIdx.y][threadIdx.x + 32] = values[j + threadIdx.x + 32];
                    __syncwarp();
                    for (int i = 0; i < 64; i++)
                        sum -= value[threadIdx.y][i] * x[(j + i) * 32 + threadIdx.x];
                    __syncwarp();
                }
            }
        }
        y[row * 32 + threadIdx.x] = sum;
    }
}
