// A pointer into the tile that is made before the loop is used behind it.
__global__ void ragged(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[512];
    const int t = threadIdx.x;
    const float *late = tile + 128;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 512) {
        for (int i = 0; i < 4; ++i)
            tile[t + 128 * i] = x[k + t + 128 * i];
        __syncthreads();
        for (int j = 0; j < 512; ++j)
            sum += tile[j] * (j ^ t);
        __syncthreads();
    }
    sum += late[t ^ 1] + tile[t];
    y[blockIdx.x * 128 + t] = sum;
}
