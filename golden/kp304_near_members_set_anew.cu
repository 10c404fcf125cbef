// Both phases set the members that they read.

__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    __shared__ float as[16][17];
    __shared__ float bs[16][16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    float sum = 0;
    float4 v;

    for (int k = 0; k < n; k += 16) {
        v.x = A[row * n + k + tx];
        as[ty][tx] = v.x;
        bs[ty][tx] = B[(k + ty) * n + column];
        __syncthreads();
        for (int j = 0; j < 16; j++) {
            v.x = as[ty][j];
            v.y = bs[j][tx];
            sum += v.x * v.y;
        }
        __syncthreads();
    }
    C[row * 16 + column] = sum;

}
