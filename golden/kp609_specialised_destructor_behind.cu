// Of a specialisation that somebody wrote: it runs behind the loop and stores what compute reads.
#define T 128
template <class V> struct Epi {
    V *ws, *y, v;
};
template <> struct Epi<float> {
    float *ws, *y, v;
    __device__ ~Epi()
    {
        ws[threadIdx.x] = v;
        __syncthreads();
        y[blockIdx.x * T + threadIdx.x] = ws[T - 1 - threadIdx.x];
    }
};
__global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[T];
    __shared__ float ws[T];
    ws[threadIdx.x] = threadIdx.x;
    __syncthreads();
    Epi<float> e{ws, y, 0};
    float acc = 0;
    for (int k = 0; k < n; k += T) {
        xs[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < T; ++j)
            acc += xs[j] * ws[(j + threadIdx.x) % T];
        __syncthreads();
    }
    e.v = acc;
}
void run(const float *x, float *y, int n, int m) { sums<<<m / T, T>>>(x, y, n); }
