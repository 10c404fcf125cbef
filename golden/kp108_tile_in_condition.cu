// The last element of each tile says whether there is another one.
__global__ void chain(const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int k = 0;

    do {
        __syncthreads();
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 127; ++j)
            sum += tile[j] * (j ^ t);
        k += 128;
    } while (tile[127] > 0.0f);
    y[blockIdx.x * 128 + t] = sum;
}
