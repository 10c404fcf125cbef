// The instance is of a class whose bits are copied.
struct point {
    float v;
    point() = default;
    point(const point &) = default;
};

template <class T> __global__ void gemv(const T *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ T xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t].v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

void run(const point *x, float *y, int n)
{
    gemv<<<4, 128>>>(x, y, n);
}
