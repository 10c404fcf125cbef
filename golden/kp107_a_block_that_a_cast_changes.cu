// kpipe: --no-runtime-checks
// A cast to a reference is a place.
#define ROWS 8

static __global__ void csr(int rows, int cols, const int *__restrict__ begins,
                    const int *__restrict__ columns, const float *__restrict__ values,
                    const float *__restrict__ B, float *__restrict__ C)
{
    __shared__ int column[ROWS][32];
    __shared__ float value[ROWS][32];
    int row = blockDim.y * blockIdx.x + threadIdx.y;

    if (row < rows) {
        int cid = blockIdx.y * 32 + threadIdx.x;
        int begin = begins[row], end = begins[row + 1];
        int at = begin + threadIdx.x;
        float sum = 0;

        for (int j = begin; j < end; j += 32) {
            if (at < end) {
                value[threadIdx.y][threadIdx.x] = values[at];
                column[threadIdx.y][threadIdx.x] = cols * columns[at];
            }
            __syncwarp();
            at += 32;
            for (int i = 0; i < 32 && j + i < end; i++)
                sum += value[threadIdx.y][i] * B[column[threadIdx.y][i] + cid];
            __syncwarp();
        }
        C[row * cols + cid] = sum;
    }
}

void launch(int rows, int cols, int *begins, int *columns, float *values, float *B, float *C)
{
    dim3 block(32, ROWS);

    reinterpret_cast<int &>(block.x) = 16;
    csr<<<dim3((rows + ROWS - 1) / ROWS, cols / 32), block>>>(rows, cols, begins, columns, values, B,
                                                              C);
}
