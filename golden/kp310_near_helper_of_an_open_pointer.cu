// kpipe: --stages 2
// The function returns what its pointer points to, whatever type that is.
template <class T>
__device__ __forceinline__ T load(const T *__restrict__ p)
{
    return __ldg(p);
}

template <typename scalar_t>
__global__ void sums(const scalar_t *__restrict__ x, double *__restrict__ y, int n)
{
    __shared__ scalar_t tile[256];
    const int t = threadIdx.x;
    double sum = 0;

    for (int k = 0; k < n; k += 256) {
        tile[t] = load(x + k + t);
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j ^ t];
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}

void run(const float *x, const int *z, double *y, int n)
{
    sums<<<8, 256>>>(x, y, n);
    sums<<<8, 256>>>(z, y, n);
}
