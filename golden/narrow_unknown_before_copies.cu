// kpipe: --copies-only
// Nobody knows whether the call ends some of the threads.
#define T 128
__device__ void prepare();
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[T];
    float acc = 0;
    prepare();
    for (int k = 0; k < n; k += T) {
        xs[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < T; ++j)
            acc += xs[j] * (j + threadIdx.x);
        __syncthreads();
    }
    y[blockIdx.x * T + threadIdx.x] = acc;
}
void run(float *b, const float *x, float *y, int n, int m) { sums<<<m / T, T>>>(x, y, n); }
