// kpipe: --copies-only
// The loop's own init touches neither the tile nor memory.
#define T 128
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[T];
    float acc = 0;
    int rounds = 0;
    for (int k = (rounds = 1, 0); k < n; k += T) {
        xs[threadIdx.x] = x[threadIdx.x];
        __syncthreads();
        for (int j = 0; j < T; ++j)
            acc += xs[j] * (j + threadIdx.x);
        __syncthreads();
        x += T;
    }
    y[blockIdx.x * T + threadIdx.x] = acc * rounds;
}
void run(const float *x, float *y, int n, int m) { sums<<<m / T, T>>>(x, y, n); }
