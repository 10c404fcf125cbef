// The bound lies in shared memory, written in front of the loop only.
__global__ void ragged(const float *__restrict__ x, const int *__restrict__ len,
                       float *__restrict__ y)
{
    __shared__ int n;
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    if (t == 0)
        n = len[blockIdx.x];
    __syncthreads();
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += xs[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
