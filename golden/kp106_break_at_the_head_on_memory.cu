// The condition reads what compute stores.
__global__ void endless(const float *__restrict__ x, float *__restrict__ y, int *done, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        if (*done)
            break;
        tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j];
        __syncthreads();
        *done = sum > 100;
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *x, float *y, int *done, int n)
{
    endless<<<8, 256>>>(x, y, done, n);
}
