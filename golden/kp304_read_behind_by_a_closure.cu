// A closure in front of the loop reads behind it what both phases set.
__global__ void __launch_bounds__(256) product(const float *__restrict__ A, const float *__restrict__ B,
                                               float *__restrict__ C, int n)
{
    __shared__ float as[16][17];
    __shared__ float bs[16][16];
    const int tx = threadIdx.x & 15, ty = threadIdx.x / 16, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    float sum = 0;
    float2 d;
    auto last = [&] { return d.y; };

    for (int k = 0; k < n; k += 16) {
        d.y = row * n + k + tx;
        as[ty][tx] = A[(int)d.y];
        bs[ty][tx] = B[(k + ty) * n + column];
        __syncthreads();
        for (int j = 0; j < 16; j++) {
            if (k >= 512)
                d.y = bs[j][tx];
            sum += as[ty][j] * bs[j][tx];
        }
        __syncthreads();
    }
    d.x = sum;
    C[row * n + column] = d.x + last();
}
