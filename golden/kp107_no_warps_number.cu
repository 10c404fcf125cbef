// The number of a thread in the grid is not the same for the lanes of a warp.
__global__ void csr(int rows, const int *__restrict__ begins, const float *__restrict__ values,
                    const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ float value[8][32];
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int warp = thread / 3, lane = threadIdx.x & 31, own = threadIdx.x >> 5;

    for (int row = warp; row < rows; row += gridDim.x * 8) {
        float sum = 0;

        for (int j = begins[row]; j < begins[row + 1]; j += 32) {
            value[own][lane] = values[j + lane];
            __syncwarp();
            for (int i = 0; i < 32; i++)
                sum += value[own][i] * x[(j + i) * 32 + lane];
            __syncwarp();
        }
        y[row * 32 + lane] = sum;
    }
}

void launch(int rows, int *begins, float *values, float *x, float *y)
{
    csr<<<128, 256>>>(rows, begins, values, x, y);
}
