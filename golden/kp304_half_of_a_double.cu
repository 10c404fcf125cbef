// Compute reads eight bytes of which it has set four.
union both { float f[4]; double d[2]; };
__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    __shared__ float as[16][17];
    __shared__ float bs[16][16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    float sum = 0;
    both v;

    for (int k = 0; k < n; k += 16) {
        v.d[0] = A[row * n + k + tx];
        as[ty][tx] = v.d[0];
        bs[ty][tx] = B[(k + ty) * n + column];
        __syncthreads();
        for (int j = 0; j < 16; j++) {
            v.f[0] = as[ty][j];
            v.f[2] = bs[j][tx];
            sum += v.f[0] * v.f[2] + (v.d[0] > 0);
        }
        __syncthreads();
    }
    C[row * 16 + column] = sum;

}
