// A barrier stands in front of the loop already.
#define T 128
__global__ void sums(float *__restrict__ b, const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[T];
    float acc = 0;
    const int row = blockIdx.x * n;
    for (int k = threadIdx.x; k < n; k += T)
        b[row + k] = x[k] * 2;
    __syncthreads();
    for (int k = 0; k < n; k += T) {
        xs[threadIdx.x] = b[row + k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < T; ++j)
            acc += xs[j] * (j + threadIdx.x);
        __syncthreads();
    }
    y[blockIdx.x * T + threadIdx.x] = acc;
}
void run(float *b, const float *x, float *y, int n, int m) { sums<<<m / T, T>>>(b, x, y, n); }
