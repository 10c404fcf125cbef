// One counter, declared once as in C, is set anew by both phases.
#define W 16

__global__ void sums(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
    __shared__ float as[W][W], bs[W][W];
    const int tx = threadIdx.x, ty = threadIdx.y; // 16 x 4
    float sum[4] = {};
    int i, k;

    for (int k0 = 0; k0 < n; k0 += W) {
        for (i = ty; i < W; i += 4) {
            as[i][tx] = a[i * n + k0 + tx];
            bs[i][tx] = b[(k0 + i) * n + tx];
        }
        __syncthreads();
        for (k = 0; k < W; ++k)
            for (i = 0; i < 4; ++i)
                sum[i] += as[ty + 4 * i][k] * bs[k][tx];
        __syncthreads();
    }
    for (i = 0; i < 4; ++i)
        c[(ty + 4 * i) * n + tx] = sum[i];
}
