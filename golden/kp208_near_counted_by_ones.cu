// It comes to the number by itself, whatever others do.
__global__ void kern(const float *__restrict__ x, float *__restrict__ y, int *count, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    if (t == 0)
        while ((atomicAdd(count, 1) & 127) != 3)
            ;
    __syncthreads();
    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
