// .. that very name, and there is no twin.
__constant__ int kp_has_room;

__global__ void sum(const float *__restrict__ x, float *__restrict__ y, int n, int rows)
{
    extern __shared__ float tile[];
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += rows) {
        for (int i = t; i < rows; i += blockDim.x)
            tile[i] = x[k + i];
        __syncthreads();
        for (int j = 0; j < rows; ++j)
            acc += tile[j] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * blockDim.x + t] = kp_has_room ? acc + 1 : acc;
}

void launch(const float *x, float *y, int n, int rows)
{
    sum<<<4, 128, rows * sizeof(float)>>>(x, y, n, rows);
}
