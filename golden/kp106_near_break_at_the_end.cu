// An endless loop that is left at the end of its body is a do loop.
__global__ void endless(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    int k = 0;
    for (;;) {
        tile[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++) {
            if (j == 7)
                continue;
            sum += tile[j];
        }
        __syncthreads();
        k += 256;
        if (k >= n) {
            break;
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum + k;
}

void run(const float *x, float *y, int n)
{
    endless<<<8, 256>>>(x, y, n);
}
