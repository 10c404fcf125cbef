// Compute reads the counter that the copy loop has left.
__global__ void count_copies(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[300];
    const int t = threadIdx.x;
    int i;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 300) {
        for (i = t; i < 300; i += 128)
            tile[i] = x[k + i];
        __syncthreads();
        sum += i;
        for (i = 0; i < 300; ++i)
            sum += tile[i] * (i ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
