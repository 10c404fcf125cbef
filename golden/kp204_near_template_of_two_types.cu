// Two instances, one text: each of them has the size of its own type in the test.
template <typename T, int BS>
__global__ void smooth(const T *x, T *y, int n, int d)
{
    __shared__ T xs[BS];
    const int t = threadIdx.x;

    for (int k = 0; k < n; k += BS) {
        if (t < BS)
            xs[t] = x[k + t];
        __syncthreads();
        if (t < BS)
            y[k + t + d] = xs[t] + xs[BS - 1 - t];
        __syncthreads();
    }
}

void run(const float *x, float *y, const double *p, double *q, int n)
{
    smooth<float, 32><<<1, 32>>>(x, y, n, 0);
    smooth<double, 16><<<1, 32>>>(p, q, n, 0);
}
