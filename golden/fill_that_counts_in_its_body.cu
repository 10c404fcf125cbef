// The loops that fill the tiles count in their bodies: they are loops with headers.
template <int T>
__global__ void sums(int n, const float *__restrict__ x, const float *__restrict__ w, float *__restrict__ y)
{
    __shared__ float tile[T];
    __shared__ float weights[T];
    int k = 0, at;

    while (k < n) {
        int i = threadIdx.x;
        while (i < T) {
            tile[i] = k + i < n ? x[k + i] : 0;
            i += 64;
        }
        at = threadIdx.x;
        while (at < T) {
            if (k + at < n)
                weights[at] = w[k + at];
            else
                weights[at] = 0;
            at += blockDim.x;
        }
        __syncthreads();
        float sum = 0;
        for (int j = 0; j < T; j++)
            sum += tile[j] * weights[T - 1 - j];
        if (k + threadIdx.x < n)
            y[k + threadIdx.x] = sum;
        k += T;
        __syncthreads();
    }
}

void launch(int n, const float *x, const float *w, float *y)
{
    sums<256><<<4, 64>>>(n, x, w, y);
}
