// Either branch declares the variable that compute reads; the old one parses in no toolkit that kpipe knows, and
// keeps the loop as it is.
__global__ void sums(const int *__restrict__ x, int *__restrict__ y, int n)
{
    __shared__ int xs[256];
    const int t = threadIdx.x;
    int sum = 0;

    for (int k = 0; k < n; k += 256) {
        xs[t] = x[k + t];
        __syncthreads();
        const int mine = xs[255 - t] + xs[t ^ 1];
#if defined(OLD_SHUFFLE)
        const int other = __shfl_down_of_old(mine, 1);
#else
        const int other = __shfl_down_sync(0xffffffff, mine, 1);
#endif
        sum += mine * other;
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = sum;
}
