// The constructor that waits is a template.
struct cell {
    float v;
    template <class U>
    __device__ cell(U u) : v(u)
    {
        __syncthreads();
    }
};
struct total {
    float v;
    __device__ void add(cell c) { v += c.v; }
};
template <class T>
__global__ void gemv(const T *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ T xs[128];
    const int t = threadIdx.x;
    total sum = {0.0f};

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum.add(xs[127 - t]);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum.v;
}
