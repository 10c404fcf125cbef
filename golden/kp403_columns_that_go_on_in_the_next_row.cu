// A column's number goes on where the row before ended, which differs between iterations: so do the
// elements of a thread.
__global__ void sums(const float *__restrict__ a, float *__restrict__ out, int n, int m)
{
    __shared__ float as[16][64];
    float sum = 0;

    for (int k = 0; k < n; k += 16) {
        int x = threadIdx.x;
        for (int y = 0; y < 16; y++)
            for (x = x & 15; x < min(64, n - k); x += 16)
                as[y][x] = a[(k + y) * m + x];
        __syncthreads();
        for (int y = 0; y < 16; y++)
            for (int q = 0; q < min(64, n - k); q++)
                sum += as[y][q];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
