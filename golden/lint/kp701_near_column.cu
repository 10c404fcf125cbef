// The same by columns: neighbouring threads read neighbouring elements.
__global__ void column_sums(const float *__restrict__ x, float *__restrict__ y, int rows,
                            int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;

    if (column >= columns)
        return;
    for (int i = 0; i < rows; i++)
        sum += x[i * columns + column];
    y[column] = sum;
}
