// Sizes from the launch, through a helper and dim3 variables; one array's count from its allocation.
#include <cstdlib>

static inline int cdiv(int a, int b) { return (a + b - 1) / b; }

template <int BM, int BK>
__global__ void scale_rows(const float *__restrict__ A, const float *__restrict__ x, float *y, int m,
                           int n, float alpha)
{
    __shared__ struct alignas(128) { float tile[BM][BK]; } kp_tile[2];
    const int row = blockIdx.x * BM + threadIdx.y;
    float sum = 0.0f;

    // kpipe 0.1.0: pipelined, staging registers, 2 stages (revert this change to undo)
    float kp_r0, kp_r1;
    auto kp_fetch = [&](int k0) __attribute__((always_inline)) {
        const int k = k0 + threadIdx.x;
        if (row < m && k < n)
            kp_r0 = A[row * n + k];
        if (row < m && k < n)
            kp_r1 = x[k];
    };
    auto kp_compute = [&](int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        if (threadIdx.x == 0)
            for (int i = 0; i < BK; ++i)
                sum += tile[threadIdx.y][i];
    };
    auto kp_store = [&](int k0, int kp_stage) __attribute__((always_inline)) {
        auto &tile = kp_tile[kp_stage].tile;
        const int k = k0 + threadIdx.x;
        tile[threadIdx.y][threadIdx.x] = row < m && k < n ? kp_r0 * kp_r1 : 0.0f;
    };
    {
        int k0 = 0;
        if (k0 < n) {
            int kp_stage = 0;
            kp_fetch(k0);
            kp_store(k0, kp_stage);
            __syncthreads();
            for (k0 += BK; k0 < n; k0 += BK) {
                kp_fetch(k0);
                kp_compute(kp_stage);
                kp_store(k0, kp_stage ^ 1);
                __syncthreads();
                kp_stage ^= 1;
            }
            kp_compute(kp_stage);
            __syncthreads();
        }
    }
    if (threadIdx.x == 0 && row < m)
        y[row] = alpha * sum + y[row];
}

int main(int argc, char **argv)
{
    const int rows = atoi(argv[1]), columns = 512;
    float *dA, *dx, *dy;

    cudaMalloc(&dA, rows * columns * sizeof(float));
    cudaMalloc((void **)&dx, sizeof(float) * columns);
    cudaMalloc((void **)&dy, sizeof(float) * rows);
    dim3 block(32, 8);
    dim3 grid(cdiv(rows, 8));
    scale_rows<8, 32><<<grid, block>>>(dA, dx, dy, rows, columns, 1.5f);
    return argc;
}
