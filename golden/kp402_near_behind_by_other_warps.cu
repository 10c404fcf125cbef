// kpipe: --stages 2
// Behind the loop warps read each other's parts: all have filled the same buffer last.
__global__ void csr(int rows, const int *__restrict__ begins, const float *__restrict__ values,
                    const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ float value[8][32];
    int own = threadIdx.x >> 5, lane = threadIdx.x & 31;
    int row = blockIdx.x * 8 + own;
    float sum = 0;

    for (int j = 0; j < rows; j += 32) {
        value[own][lane] = values[j + lane];
        __syncwarp();
        for (int i = 0; i < 32; i++)
            sum += value[own][i] * x[(j + i) * 32 + lane];
        __syncwarp();
    }
    __syncthreads();
    y[row * 32 + lane] = sum + value[7 - own][lane];
}

void launch(int rows, int *begins, float *values, float *x, float *y)
{
    csr<<<rows / 8, 256>>>(rows, begins, values, x, y);
}
