// Where the vectors' conditions do not hold the loop runs as it was written, pragmas and all.
__global__ void sum(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float acc = 0.0f;

#pragma unroll 2
    for (int k = 0; k < n; k += 128) { // a tile
        const int from = k + t;
        tile[t] = x[from]; /* its
                              copy */
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            acc += tile[j] * (j + 1);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = acc;
}

void launch(const float *x, float *y, int n)
{
    sum<<<4, 128>>>(x, y, n);
}
