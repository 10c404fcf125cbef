// Four groups have 16 combinations of branches, but no number takes all of them: there are four programs.
#define LEVEL 4

__global__ void product(const float *__restrict__ a, const float *__restrict__ b,
                        float *__restrict__ c, int m, int k, int n)
{
#define A(i, j) a[(i) * k + (j)]
#if (LEVEL < 5)
    int batch = 0;
#endif
#if (LEVEL >= 5)
    int batch = blockIdx.z;
#endif
    __shared__ float part[4][32];
    int col = blockIdx.y * 32, row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum[32] = {};
    int i = threadIdx.x / 32, j = threadIdx.x % 32;
    for (int t = 0; t < (k + 3) / 4; ++t) {
        if (t * 4 + i < k && col + j < n) {
#if (LEVEL == 5 || LEVEL == 6)
            int channel = (t * 4 + i) / 9;
            part[i][j] = b[batch * k * n + channel * n + col + j];
#endif
#if (LEVEL == 4)
            part[i][j] = b[(t * 4 + i) * n + col + j];
#endif
        } else {
            part[i][j] = 0;
        }
        __syncthreads();
        for (int x = 0; x < 4; ++x)
            for (int y = 0; y < 32; ++y)
                sum[y] += A(row, t * 4 + x) * part[x][y];
        __syncthreads();
    }
    for (int y = 0; y < 32; ++y)
        if (row < m && col + y < n)
            c[batch * m * n + row * n + col + y] = sum[y];
#undef A
}
void launch(const float *a, const float *b, float *c, int m, int k, int n)
{
    product<<<dim3(m / 128, n / 32), 128>>>(a, b, c, m, k, n);
}
