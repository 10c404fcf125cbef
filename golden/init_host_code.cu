// Sizes from the launch, through a helper and dim3 variables; one array's count from its allocation.
#include <cstdlib>

static inline int cdiv(int a, int b) { return (a + b - 1) / b; }

template <int BM, int BK>
__global__ void scale_rows(const float *__restrict__ A, const float *__restrict__ x, float *y, int m,
                           int n, float alpha)
{
    __shared__ float tile[BM][BK];
    const int row = blockIdx.x * BM + threadIdx.y;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += BK) {
        const int k = k0 + threadIdx.x;
        tile[threadIdx.y][threadIdx.x] = row < m && k < n ? A[row * n + k] * x[k] : 0.0f;
        __syncthreads();
        if (threadIdx.x == 0)
            for (int i = 0; i < BK; ++i)
                sum += tile[threadIdx.y][i];
        __syncthreads();
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
