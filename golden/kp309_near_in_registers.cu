// What is carried from row to row is a register.
__global__ void column_filter(const float *__restrict__ x, float *__restrict__ y, int rows, int n)
{
    __shared__ float row[128];
    const int t = threadIdx.x;
    const int col = blockIdx.x * 128 + t;
    float old = 0.0f;

    for (int r = 0; r < rows; ++r) {
        row[t] = x[r * n + col];
        __syncthreads();
        y[r * n + col] = row[127 - t] - 0.5f * old;
        old = row[(t + 1) % 128] + row[(t + 127) % 128];
        __syncthreads();
    }
}
