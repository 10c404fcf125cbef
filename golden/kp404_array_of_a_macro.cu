// kpipe: --variant ldg
// A macro names the array, wherever it is used.
#define TILE tile
__shared__ float tile[256];
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        TILE[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += TILE[j] * j;
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *x, float *y, int n)
{
    sums<<<8, 256>>>(x, y, n);
}
