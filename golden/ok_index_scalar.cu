// One thread looks the row up, all threads load it.
__global__ void gather_sum(const float *__restrict__ x, const int *__restrict__ list,
                           float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    __shared__ int row;
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; ++i) {
        if (t == 0)
            row = list[i];
        __syncthreads();
        tile[t] = x[row * 128 + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
