// kpipe: -DBASE=float
// Another command line has another type, and the registers say float.
#define REAL BASE

__global__ void gemv(const REAL *__restrict__ x, REAL *__restrict__ y, int n)
{
    __shared__ REAL xs[128];
    const int t = threadIdx.x;
    REAL sum = 0;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j & 7);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
