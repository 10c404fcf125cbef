// What the last compute phase has stored to global memory is read by other threads behind the loop:
// the closing barrier stays.
__global__ void exchange(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float *mine = y + blockIdx.x * 128;
    float sum = 0.0f;

    mine[t] = 0.0f;
    __syncthreads();
    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j ^ t);
        mine[t] = sum;
        __syncthreads();
    }
    sum += mine[127 - t];
    __syncthreads();
    mine[t] = sum;
}
