// The tile is declared in the body: one declaration in front serves both loops.
__global__ void sum(const float *__restrict__ x, float *__restrict__ y, int n)
{
    const int t = threadIdx.x;
    float acc = 0.0f;

    for (int k = 0; k < n; k += 128) {
        __shared__ float tile[128];
        tile[t] = x[k + t];
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
