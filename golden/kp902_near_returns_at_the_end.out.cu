// kpipe: --merge 3x2
// Rows first, then columns; the value is scaled behind both.
#define T 16
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
                     int m, int n, int depth)
{
    // kpipe 0.1.0: 3x2 blocks merged into one (revert this change to undo)
    const bool kp_even = gridDim.x % 2 == 0; // then the first blocks are those with work
    const unsigned int kp_column = kp_even ? blockIdx.x / 2 : blockIdx.x;
    const unsigned int kp_row = kp_even ? blockIdx.y * 2 + blockIdx.x % 2 : blockIdx.y;
    if (kp_row > (gridDim.y - 1) / 3 || kp_column > (gridDim.x - 1) / 2)
        return;
    const unsigned int kp_y0 = kp_row * 3;
    const unsigned int kp_x0 = kp_column * 2;

    __shared__ __align__(128) float kp_As[2][3][T][T];
    __shared__ __align__(128) float kp_Bs[2][2][T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    int row[3];
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 3; kp_y++) {
        const unsigned int kp_by = kp_y0 + kp_y < gridDim.y ? kp_y0 + kp_y : gridDim.y - 1;
        row[kp_y] = kp_by * T + ty;
    }
    int col[2];
    #pragma unroll
    for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
        const unsigned int kp_bx = kp_x0 + kp_x < gridDim.x ? kp_x0 + kp_x : gridDim.x - 1;
        col[kp_x] = kp_bx * T + tx;
    }
    float sum[3][2];
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 3; kp_y++)
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
            sum[kp_y][kp_x] = 0.0f;
        }

    static_assert(T == 16, "kpipe: T has changed: run kpipe again");
    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0[3], kp_r1[2];
    auto kp_fetch = [&](int k) __attribute__((always_inline)) {
        #pragma unroll
        for (unsigned int kp_y = 0; kp_y < 3; kp_y++) {
            kp_r0[kp_y] = row[kp_y] < m && k + tx < depth ? A[row[kp_y] * depth + k + tx] : 0.0f;
        }
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
            kp_r1[kp_x] = k + ty < depth && col[kp_x] < n ? B[(k + ty) * n + col[kp_x]] : 0.0f;
        }
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        for (int i = 0; i < T; i++) {
            #pragma unroll
            for (unsigned int kp_y = 0; kp_y < 3; kp_y++)
                #pragma unroll
                for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
                    sum[kp_y][kp_x] += As[kp_y][ty][i] * Bs[kp_x][i][tx];
                }
        }
    };
    auto kp_store = [&](int kp_stage) __attribute__((always_inline)) {
        auto &As = kp_As[kp_stage];
        auto &Bs = kp_Bs[kp_stage];
        #pragma unroll
        for (unsigned int kp_y = 0; kp_y < 3; kp_y++) {
            As[kp_y][ty][tx] = kp_r0[kp_y];
        }
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
            Bs[kp_x][ty][tx] = kp_r1[kp_x];
        }
    };
    {
        int k = 0;
        if (k < depth) {
            int kp_stage = 0;
            kp_fetch(k);
            kp_store(kp_stage);
            __syncthreads();
            for (k += T; k < depth; k += T) {
                kp_fetch(k);
                kp_compute(kp_stage);
                kp_store(kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
        }
    }
    #pragma unroll
    for (unsigned int kp_y = 0; kp_y < 3; kp_y++)
        #pragma unroll
        for (unsigned int kp_x = 0; kp_x < 2; kp_x++) {
            if (kp_y0 + kp_y >= gridDim.y)
                continue;
            if (kp_x0 + kp_x >= gridDim.x)
                continue;
            if (row[kp_y] >= m)
                continue;
            sum[kp_y][kp_x] *= 0.5f;
            {
                const float half = sum[kp_y][kp_x];
                if (col[kp_x] >= n) {
                    continue;
                } else if (sum[kp_y][kp_x] < 0.0f) {
                    C[row[kp_y] * n + col[kp_x]] = -half;
                    continue;
                }
                sum[kp_y][kp_x] += half;
            }
            C[row[kp_y] * n + col[kp_x]] = sum[kp_y][kp_x];
        }
}
