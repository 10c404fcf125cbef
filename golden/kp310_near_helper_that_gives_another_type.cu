// kpipe: --stages 2
// What the function returns is of the type of its other argument, and of what it is assigned to.
template <class T, class R>
__device__ __forceinline__ R load(const T *__restrict__ p, R by)
{
    return R(*p) * by;
}

template <typename scalar_t>
__global__ void sums(const scalar_t *__restrict__ x, double *__restrict__ y, int n)
{
    __shared__ double tile[256];
    const int t = threadIdx.x;
    double sum = 0;

    for (int k = 0; k < n; k += 256) {
        tile[t] = load(x + k + t, 0.5);
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
