// What the condition names is declared in the body, and is no name outside of it.
__global__ void endless(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    int k = 0;
    int rest = 1;
    while (1) {
        int rest = n - k - 256;
        tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j];
        __syncthreads();
        k += 256;
        if (rest <= 0)
            break;
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum + rest;
}

void run(const float *x, float *y, int n)
{
    endless<<<8, 256>>>(x, y, n);
}
