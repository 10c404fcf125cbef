// kpipe: --variant ldg
// The number of iterations is the same for all, so nothing tests that a row of threads is a warp.
__global__ void spmm(const int *__restrict__ begins, const int *__restrict__ columns, const float *__restrict__ values, const float *__restrict__ B, float *__restrict__ C, int rows, int n)
{
    __shared__ int cs[8][32];
    __shared__ float vs[8][32];
    const int lane = threadIdx.x, w = threadIdx.y, row = blockIdx.x * 8 + w;
    if (row >= rows)
        return;
    const int end = begins[row + 1];
    float sum = 0.0f;

    for (int p = 0; p < n; p += 32) {
        if (p + lane < end) {
            cs[w][lane] = columns[p + lane];
            vs[w][lane] = values[p + lane];
        }
        __syncwarp();
        for (int j = 0; j < 32 && p + j < end; ++j)
            sum += vs[w][j] * B[cs[w][j] * n + lane];
        __syncwarp();
    }
    C[row * n + lane] = sum;
}

