// A method of two statements gives the elements of an object in shared memory that the loop fills beside a plain tile; compute
// names the object's member, too. The plain tile alone does not refuse the loop.
struct matrix {
    float data[16][17];
    __device__ float &at(int row, int column) { row &= 15; return data[row][column]; }
};

__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    __shared__ float as[16][16];
    __shared__ matrix bs;
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    float sum = 0;

    for (int k = 0; k < n; k += 16) {
        as[ty][tx] = A[row * n + k + tx];
        bs.at(ty, tx) = B[(k + ty) * n + column];
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += as[ty][j] * bs.data[j][tx];
        __syncthreads();
    }
    C[row * n + column] = sum;
}
