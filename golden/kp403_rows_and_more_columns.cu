// Rows to one end and columns to another, of which more columns are read.
__global__ void sums(const float *__restrict__ a, float *__restrict__ out, int n, int m)
{
    __shared__ float as[16][64];
    float sum = 0;

    for (int k = 0; k < n; k += 16) {
        int x;
        for (int y = 0; y < 16; y++)
            for (x = threadIdx.x; x < min(64, n - k); x += 16)
                as[y][x] = a[(k + y) * m + x];
        __syncthreads();
        for (int y = 0; y < 16; y++)
            for (int q = 0; q < min(64, n - k + 1); q++)
                sum += as[y][q];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
