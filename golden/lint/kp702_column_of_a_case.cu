// All lanes come from the same case, so they read one column.
__global__ void __launch_bounds__(32) k(const float *__restrict__ A, float *__restrict__ C, int kind)
{
    __shared__ float s[32][32];
    const int x = threadIdx.x;
    int at;

    for (int i = 0; i < 32; ++i)
        s[i][x] = A[i * 32 + x];
    __syncthreads();
    switch (kind) {
    case 0:
        at = 1;
        break;
    case 1:
        at = 4;
        break;
    default:
        at = 7;
    }
    C[x] = s[x][at];
}
