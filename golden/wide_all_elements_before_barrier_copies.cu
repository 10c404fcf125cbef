// kpipe: --copies-only
// All reads stand in front of the last barrier of each round.
#define T 128
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[T];
    float acc = 0;
    for (int r = 0; r < 3; ++r) {
        for (int k = 0; k < n; k += T) {
            xs[threadIdx.x] = x[k + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < T; ++j)
                acc += xs[j] * (j + threadIdx.x);
            __syncthreads();
        }
    }
    y[blockIdx.x * T + threadIdx.x] = acc;
}
void run(const float *x, float *y, int n, int m) { sums<<<m / T, T>>>(x, y, n); }
