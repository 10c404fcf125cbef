// The index table lies in shared memory too, but it is filled once, in front of the loop.
__global__ void two_level(const float *__restrict__ x, const int *__restrict__ list,
                          float *__restrict__ out, int n)
{
    __shared__ int rows[128];
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    rows[t] = list[blockIdx.x * 128 + t];
    __syncthreads();
    for (int i = 0; i < n; ++i) {
        tile[t] = x[rows[i % 128] * 128 + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
