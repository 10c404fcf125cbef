// What is stored in front of the loop is not what it copies.
#define T 128
__global__ void sums(const float *__restrict__ x, float *__restrict__ out, float *__restrict__ y, int n)
{
    __shared__ float xs[T];
    __shared__ float ws[T];
    float acc = 0;
    out[threadIdx.x + blockIdx.x * T] = 1;
    ws[threadIdx.x] = 2;
    for (int k = 0; k < n; k += T) {
        xs[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < T; ++j)
            acc += xs[j] * (j + threadIdx.x);
        __syncthreads();
    }
    acc += ws[threadIdx.x];
    y[blockIdx.x * T + threadIdx.x] = acc;
}
void run(float *b, const float *x, float *y, int n, int m) { sums<<<m / T, T>>>(x, b, y, n); }
