// A closure fills one tile, and the method of an object in shared memory gives the elements of the other: the
// call that cannot be inlined (KP310) is what refuses the loop, and both are put into other words.
struct matrix {
    float data[16 * 16];
    __device__ float &at(int row, int column) { return data[row * 16 + column]; }
};

__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    __shared__ float as[16][16];
    __shared__ matrix bs;
    const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    auto fill = [&](int k) { as[ty][tx] = A[row * n + k + tx]; };
    float sum = 0;

    for (int k = 0; k < n; k += 16) {
        fill(k);
        bs.at(ty, tx) = B[(k + ty) * n + column];
        __syncthreads();
        for (int j = 0; j < 16; j++)
            sum += as[ty][j] * bs.at(j, tx);
        __syncthreads();
    }
    C[row * n + column] = sum;
}
