// kpipe: --merge 2x1x1
// As is one tile for both merged blocks, Bs one for each: their copies are made wider first, both widths in one loop, and stand
// for both blocks then.
#define T 16
__global__ void batched(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int n)
{
    __shared__ float As[T][T];
    __shared__ float Bs[T][T];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
    const int z = blockIdx.z;
    float sum = 0;

    for (int k = 0; k < n; k += T) {
        As[ty][tx] = A[row * n + k + tx];
        Bs[ty][tx] = B[z * n * n + (k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    C[z * n * n + row * n + col] = sum;
}
