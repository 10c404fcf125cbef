// kpipe: --shape late-ring --stages 3 --variant cp-async
// The first tile reads what the thread stored itself, the next one what others stored: in a function.
#define T 128
__device__ void put(int *p, int t) { p[t] = t; }
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[T];
    __shared__ int ix[T];
    const int t = threadIdx.x;
    float acc = 0;
    put(ix, t);
    for (int i = 0, k = 0; k < n; k += T, ++i) {
        xs[t] = x[k + ix[(t + i) % T]];
        __syncthreads();
        for (int j = 0; j < T; ++j)
            acc += xs[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * T + t] = acc;
}
void run(const int *tab, const float *x, float *y, int n, int m) { sums<<<m / T, T>>>(x, y, n); }
