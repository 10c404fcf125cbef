// kpipe: --variant cp-async
// Values of methods, as expressions in the place of their calls.
#define T 16

struct matrix {
    const float *data;
    int pitch;

    __device__ float at(int r, int c) const { return data[r * pitch + c]; }
    __device__ float cached(int r, int c) const { return __ldg(data + (r * pitch + c)); }
};

__global__ void __launch_bounds__(T *T) by_methods(const matrix A, const matrix B, float *__restrict__ C, int m, int n, int l)
{
    __shared__ float As[T][T], Bs[T][T];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
    float sum = 0;
    for (int k = 0; k < l; k += T) {
        As[y][x] = A.at(row, k + x);
        Bs[y][x] = B.cached(k + y, column);
        __syncthreads();
        for (int j = 0; j < T; j++)
            sum += As[y][j] * Bs[j][x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}
