// kpipe: --stages 2
// The call names the type that is returned, which the instances have for a variable of it.
template <class T>
__device__ __forceinline__ T load(const T *__restrict__ p, int at)
{
    return p[at];
}

template <typename scalar_t>
__global__ void sums(const scalar_t *__restrict__ x, double *__restrict__ y, int n)
{
    __shared__ double tile[256];
    const int t = threadIdx.x;
    double sum = 0;

    for (int k = 0; k < n; k += 256) {
        tile[t] = load<scalar_t>(x + k, t);
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
