// kpipe: --stages 2
// No launch shows the tile of the other function, and neither constant can name it.
template <class T> __device__ void first(const T *__restrict__ x, T *y, int n)
{
    __shared__ T tile[4096];
    const int t = threadIdx.x;
    T sum = 0;

    for (int k = 0; k < n; k += 4096) {
        for (int i = t; i < 4096; i += 128)
            tile[i] = x[k + i];
        __syncthreads();
        for (int j = 0; j < 4096; ++j)
            sum += tile[j ^ t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] += sum;
}

template <class T> __device__ void second(const T *__restrict__ x, T *y, int n)
{
    __shared__ T tile[4096];
    const int t = threadIdx.x;
    T sum = 0;

    for (int k = 0; k < n; k += 4096) {
        for (int i = t; i < 4096; i += 128)
            tile[i] = x[k + i];
        __syncthreads();
        for (int j = 0; j < 4096; ++j)
            sum += tile[j ^ t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] += sum;
}

template <class T> __global__ void sums(const T *__restrict__ x, T *y, int n)
{
    first(x, y, n);
    second(x, y, n);
}
