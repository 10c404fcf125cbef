// kpipe: -- -DBASE=float
// One branch takes the type from the command line: an assertion asks for it in both.
#ifdef GIVEN
using real = BASE;
#else
using real = float;
#endif

__global__ void gemv(const real *__restrict__ x, real *__restrict__ y, int n)
{
    __shared__ real xs[128];
    const int t = threadIdx.x;
    real sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
