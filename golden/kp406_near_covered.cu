// Zeroed in front of the loop as well, but the loop writes every element every time.
__global__ void rows(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float row[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    row[t] = 0.0f;
    __syncthreads();
    for (int i = 0; i < n; i += 128) {
        row[t] = x[i + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += row[j] * (j ^ t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
