// kpipe: --stages 2
// The end is one of the array's second index, which the function, to which the rows are a pointer, does not have.
__device__ float second(const float (*rows)[64], int i)
{
    return rows[0][i] + rows[1][i];
}

__global__ void seconds(const float *__restrict__ x, float *out, int n, int pitch)
{
    __shared__ float tile[2][64];
    int t = threadIdx.x;
    float sum = 0.0f;

    for (int first = 0; first < n; first += 64) {
        int columns = min(64, n - first);
        for (int r = 0; r < 2; r++)
            if (first + t < n)
                tile[r][t] = x[r * pitch + first + t];
        __syncthreads();
        for (int k = 0; k < columns; k++)
            sum += second(tile, k);
        __syncthreads();
    }
    out[blockIdx.x * 64 + t] = sum;
}
