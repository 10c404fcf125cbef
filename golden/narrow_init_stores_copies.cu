// kpipe: --copies-only
// The loop's own init stores to the tile, behind anything that could be put in front of the loop.
#define T 128
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[T];
    float acc = 0;
    for (int k = (xs[0] = 0, 0); k < n; k += T) {
        xs[threadIdx.x] = x[threadIdx.x];
        __syncthreads();
        for (int j = 0; j < T; ++j)
            acc += xs[j] * (j + threadIdx.x);
        __syncthreads();
        x += T;
    }
    y[blockIdx.x * T + threadIdx.x] = acc;
}
void run(const float *x, float *y, int n, int m) { sums<<<m / T, T>>>(x, y, n); }
