// Where the stores go is read from memory: no test says that they stay away from x.
__global__ void smooth(const float *x, float *y, const int *to, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        y[to[k + t]] = xs[t] + xs[127 - t];
        __syncthreads();
    }
}

void run(const float *x, float *y, const int *to, int n)
{
    smooth<<<8, 128>>>(x, y, to, n);
}
