// The load phase reads from global memory what compute stores there: the barrier behind it stays.
__global__ void exchange(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float *mine = y + blockIdx.x * 128;
    float sum = 0.0f;

    mine[t] = 0.0f;
    __syncthreads();
    for (int k = 0; k < n; k += 128) {
        sum += mine[127 - t];
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j ^ t);
        mine[t] = sum;
        __syncthreads();
    }
    mine[t] = sum;
}
