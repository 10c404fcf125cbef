// Both branches are legal, but one of them needs k in the compute phase and the other does not: the
// text around them would have to differ.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
#ifdef WEIGHTED
            sum += xs[j] * (k + j);
#else
            sum += xs[j] * (t ^ j);
#endif
        }
        __syncthreads();
    }
    y[row] = sum;
}
