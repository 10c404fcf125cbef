// The last column of a row is a number in memory: how far the loads reach is not known.
__global__ void blurred(const int *last, const float *planes, float *out, int w, int h, int many)
{
    __shared__ float tile[18][18];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;

    for (int p = 0; p < many; p++) {
        for (int i = ty; i < 18; i += 16)
            for (int j = tx; j < 18; j += 16) {
                int row = min(max((int)(blockIdx.y * 16) + i - 1, 0), h - 1);
                int column = min(max((int)(blockIdx.x * 16) + j - 1, 0), last[row]);
                tile[i][j] = planes[(p * h + row) * w + column];
            }
        __syncthreads();
        float sum = 0.0f;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                sum += tile[ty + i][tx + j];
        if (x < w && y < h)
            out[(p * h + y) * w + x] = sum;
        __syncthreads();
    }
}
