// What the loops that fill the tile count is read behind them, or not by each of their turns.
__global__ void behind(int n, const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ float tile[256];

    for (int k = 0; k < n; k += 256) {
        int i = threadIdx.x;
        while (i < 256) {
            tile[i] = k + i < n ? x[k + i] : 0;
            i += 64;
        }
        __syncthreads();
        float sum = i;
        for (int j = 0; j < 256; j++)
            sum += tile[j];
        y[k + threadIdx.x] = sum;
        __syncthreads();
    }
}

__global__ void in_turns(int n, const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ float tile[256];

    for (int k = 0; k < n; k += 256) {
        int i = threadIdx.x;
        while (i < 256) {
            tile[i] = k + i < n ? x[k + i] : 0;
            if (tile[i] > 3)
                i += 64;
            i += 64;
        }
        __syncthreads();
        float sum = 0;
        for (int j = 0; j < 256; j++)
            sum += tile[j];
        y[k + threadIdx.x] = sum;
        __syncthreads();
    }
}

__global__ void skipped(int n, const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ float tile[256];

    for (int k = 0; k < n; k += 256) {
        int i = threadIdx.x;
        while (i < 256) {
            if (k + i >= n) {
                i += 32;
                continue;
            }
            tile[i] = x[k + i];
            i += 64;
        }
        __syncthreads();
        float sum = 0;
        for (int j = 0; j < 256; j++)
            sum += tile[j];
        y[k + threadIdx.x] = sum;
        __syncthreads();
    }
}

void launch(int n, const float *x, float *y)
{
    behind<<<4, 64>>>(n, x, y);
    in_turns<<<4, 64>>>(n, x, y);
    skipped<<<4, 64>>>(n, x, y);
}
