// kpipe: --arch sm_90
// Every thread has a column and every eighth row; the pointer moves on.
__global__ void __launch_bounds__(256)
    strided_rows(const float *__restrict__ a, float *__restrict__ out, int rows, int n)
{
    __shared__ float s[64][32];
    a += (size_t)blockIdx.x * 64 * n;
    const int tid = threadIdx.x;
    const int row = tid / 32, column = tid % 32;
    float sum = 0.0f;

    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int r = 0; r < 64; r += 8)
            s[row + r][column] = a[(row + r) * n + column];
        a += 32;
        __syncthreads();
        for (int j = 0; j < 32; ++j)
            sum += s[tid % 64][j];
        __syncthreads();
    }
    out[blockIdx.x * 256 + threadIdx.x] = sum;
}
