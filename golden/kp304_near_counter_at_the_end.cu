// What moves the counter, behind compute that reads it, is the header's step.
__global__ void counted(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    int k = 0;
    while (k < n) {
        if (k + threadIdx.x < n)
            tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256 && k + j < n; j++)
            sum += tile[j] * (k + j);
        __syncthreads();
        sum *= 0.5f;
        k += 256;
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum + k;
}

__global__ void two(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    int at = threadIdx.x, left = n;
    for (int i = 0; i < n / 256; i++) {
        tile[threadIdx.x] = x[at];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (at + left);
        at += 256;
        __syncthreads();
        left -= 256;
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum + at - left;
}

void run(const float *x, float *y, int n)
{
    counted<<<8, 256>>>(x, y, n);
    two<<<8, 256>>>(x, y, n);
}
