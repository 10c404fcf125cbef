// Neighbouring threads read neighbouring rows: each its own sector.
__global__ void row_sums(const float *__restrict__ x, float *__restrict__ y, int rows, int columns)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;

    if (row >= rows)
        return;
    for (int i = 0; i < columns; i++)
        sum += x[row * columns + i];
    y[row] = sum;
}
