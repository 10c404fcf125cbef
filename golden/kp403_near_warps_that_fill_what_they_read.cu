// Each warp fills the part of a row that there is, and reads no more of it.
__global__ void spmm(const int *__restrict__ begins, const int *__restrict__ columns, const float *__restrict__ values, const float *__restrict__ B, float *__restrict__ C, int rows, int n)
{
    __shared__ int cs[8][32];
    __shared__ float vs[8][32];
    const int lane = threadIdx.x, w = threadIdx.y, row = blockIdx.x * 8 + w;
    if (row >= rows)
        return;
    const int begin = begins[row], end = begins[row + 1];
    float sum = 0.0f;

    for (int p = begin; p < end; p += 32) {
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

void run(const int *begins, const int *columns, const float *values, const float *B, float *C, int rows, int n)
{
    spmm<<<(rows + 7) / 8, dim3(32, 8)>>>(begins, columns, values, B, C, rows, n);
}
