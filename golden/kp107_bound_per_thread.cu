// Each thread has its own row length.
__global__ void ragged(const float *__restrict__ x, const int *__restrict__ len,
                       float *__restrict__ out, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    const int rows = len[blockIdx.x * 128 + t];
    float sum = 0.0f;

    for (int i = 0; i < rows; i += 128) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * n;
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
