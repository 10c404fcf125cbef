// Two loops with the same parts of the warps, whichever is taken; each of the rows that a warp goes
// through has another length.
__global__ void csr(int rows, int n, const int *__restrict__ begins,
                    const float *__restrict__ values, const float *__restrict__ x,
                    float *__restrict__ y)
{
    __shared__ float value[8][64];

    for (int row = blockIdx.x * 8 + threadIdx.y; row < rows; row += gridDim.x * 8) {
        int begin = begins[row], end = begins[row + 1];
        float sum = 0;

        if (n > 1) {
            for (int j = begin; j < end; j += 64) {
                value[threadIdx.y][threadIdx.x] = values[j + threadIdx.x];
                value[threadIdx.y][threadIdx.x + 32] = values[j + threadIdx.x + 32];
                __syncwarp();
                for (int i = 0; i < 64; i++)
                    sum += value[threadIdx.y][i] * x[(j + i) * 32 + threadIdx.x];
                __syncwarp();
            }
        } else {
            for (int j = begin; j < end; j += 64) {
                value[threadIdx.y][threadIdx.x] = values[j + threadIdx.x];
                value[threadIdx.y][threadIdx.x + 32] = values[j + threadIdx.x + 32];
                __syncwarp();
                for (int i = 0; i < 64; i++)
                    sum -= value[threadIdx.y][i] * x[(j + i) * 32 + threadIdx.x];
                __syncwarp();
            }
        }
        y[row * 32 + threadIdx.x] = sum;
    }
}
