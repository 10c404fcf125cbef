// kpipe: --stages 2
// No launch shows how much the function that the kernel calls has, and the constant cannot name it.
template <class T> __device__ T turned(T v)
{
    __shared__ T w[2000];

    w[threadIdx.x] = v;
    __syncthreads();
    return w[127 - threadIdx.x];
}

template <class T> __global__ void sums(const T *__restrict__ x, T *y, int n)
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
    y[blockIdx.x * 128 + t] = turned(sum);
}
