// A loop whose condition is its first statement.
__global__ void counted(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (int k = 0;; k += 256) {
        if (k >= n)
            break;
        tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (k + j);
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void endless(const float *__restrict__ x, float *__restrict__ y, int n, int m)
{
    __shared__ float tile[256];
    float sum = 0;
    int k = 0;
    while (true) {
        if (!(k < n) || k > m) break; // the last one
        tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (k + j);
        k += 256; // the next one
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum + k;
}

void run(const float *x, float *y, int n)
{
    counted<<<8, 256>>>(x, y, n);
    endless<<<8, 256>>>(x, y, n, n - 256);
}
