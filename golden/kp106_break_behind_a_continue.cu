// `continue` jumps over the condition, which that of a do loop would be asked.
__global__ void endless(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    int k = -256;
    while (1) {
        k += 256;
        tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j];
        __syncthreads();
        if (n < 0)
            continue;
        if (k >= n)
            break;
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *x, float *y, int n)
{
    endless<<<8, 256>>>(x, y, n);
}
