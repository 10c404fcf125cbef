// What a condition declares is the name of something else where the condition stands in the header:
// the kernel's own variable of that name, or none.
__global__ void declared(const float *__restrict__ x, const int *__restrict__ live,
                         float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    int by = 3;
    for (int k = 0; k < n; k++) {
        if (int by = live[k]) {
            tile[threadIdx.x] = x[k * 256 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 256; j++)
                sum += tile[j] * (k + j + by);
            __syncthreads();
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum + by;
}

__global__ void left_out(const float *__restrict__ x, const int *__restrict__ live,
                         float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        if (int by = live[k])
            continue;
        tile[threadIdx.x] = x[k * 256 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (k + j);
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *x, const int *live, float *y, int n)
{
    declared<<<8, 256>>>(x, live, y, n);
    left_out<<<8, 256>>>(x, live, y, n);
}
