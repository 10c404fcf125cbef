// Scratch that the body declares would be there twice: both widths in one loop.
__global__ void sum(const float *__restrict__ x, float *__restrict__ y, int n)
{
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += 128) {
        __shared__ float tile[128];
        __shared__ float squares[128];
        tile[t] = x[k + t];
        __syncthreads();
        squares[t] = tile[t] * tile[127 - t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += squares[j] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}

void launch(const float *x, float *y, int n)
{
    sum<<<4, 128>>>(x, y, n);
}
