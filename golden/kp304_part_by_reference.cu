// A function gets one element by reference and reads another one.
__device__ float fourth(const float &first)
{
    return (&first)[3];
}

__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    __shared__ float as[16][17];
    __shared__ float bs[16][16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    float sum = 0;
    float d[4];

    for (int k = 0; k < n; k += 16) {
        d[3] = A[row * n + k + tx];
        as[ty][tx] = d[3];
        bs[ty][tx] = B[(k + ty) * n + column];
        __syncthreads();
        for (int j = 0; j < 16; j++) {
            d[0] = bs[j][tx];
            sum += as[ty][j] * d[0] + fourth(d[0]);
        }
        __syncthreads();
    }
    C[row * n + column] = sum;
}
