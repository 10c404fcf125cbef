// kpipe: --no-runtime-checks
// What is taken is the number.
#define ROWS 8

static __global__ void csr(int rows, int cols, const int *__restrict__ begins,
                    const int *__restrict__ columns, const float *__restrict__ values,
                    const float *__restrict__ B, float *__restrict__ C)
{
    __shared__ int column[ROWS][32];
    __shared__ float value[ROWS][32];
    int row = blockDim.y * blockIdx.x + threadIdx.y;

    if (row < rows) {
        int cid = blockIdx.y * 32 + threadIdx.x;
        int begin = begins[row], end = begins[row + 1];
        int at = begin + threadIdx.x;
        float sum = 0;

        static_assert(ROWS == 8, "kpipe: ROWS has changed: run kpipe again");
        // kpipe 0.1.0: pipelined, staging registers, one buffer (revert this change to undo)
        float kp_r0;
        int kp_r1;
        auto kp_fetch = [&]() __attribute__((always_inline)) {
            if (at < end) {
                kp_r0 = values[at];
                kp_r1 = columns[at];
            }
            at += 32;
        };
        auto kp_compute = [&](int j) __attribute__((always_inline)) {
            for (int i = 0; i < 32 && j + i < end; i++)
                sum += value[threadIdx.y][i] * B[column[threadIdx.y][i] + cid];
        };
        auto kp_store = [&](int at) __attribute__((always_inline)) {
            if (at < end) {
                value[threadIdx.y][threadIdx.x] = kp_r0;
                column[threadIdx.y][threadIdx.x] = cols * kp_r1;
            }
            at += 32;
        };
        {
            int j = begin;
            if (j < end) {
                const auto kp_old_at = at;
                kp_fetch();
                kp_store(kp_old_at);
                __syncwarp();
                int kp_j = j;
                for (j += 32; j < end; j += 32) {
                    const auto kp_old_at = at;
                    kp_fetch();
                    kp_compute(kp_j);
                    __syncwarp();
                    kp_store(kp_old_at);
                    __syncwarp();
                    kp_j = j;
                }
                kp_compute(kp_j);
                __syncwarp();
            }
        }
        C[row * cols + cid] = sum;
    }
}

void launch(int rows, int cols, int *begins, int *columns, float *values, float *B, float *C)
{
    dim3 block(32, ROWS);
    const int most = rows > 100 ? block.x : block.y;

    csr<<<dim3((rows + ROWS - 1) / ROWS, cols / most), block>>>(rows, cols, begins, columns, values, B, C);
}
