// The quotient is rounded up for numbers that are not negative, as sizes are.
#define CEIL_DIV(x, y) ((x) >= 0 ? ((x) + (y) - 1) / (y) : (x) / (y))

__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[64];
    float sum = 0;

    for (int t = 0; t < CEIL_DIV(n, 64); t++) {
        int i = t * 64 + threadIdx.x;

        tile[threadIdx.x] = i < n ? x[i] : 0.f;
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j] * (float)(threadIdx.x + j);
        __syncthreads();
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

void run(const float *x, float *y, int n)
{
    sums<<<8, 64>>>(x, y, n);
}
