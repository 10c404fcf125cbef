// A K-loop that could be pipelined, and one that something keeps from it.
__global__ void dot(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;
    float sum = 0.0f;

    for (int i = 0; i < n; i += 256) {
        tile[t] = x[i + t];
        __syncthreads();
        for (int k = 0; k < 256; k++)
            sum += tile[k];
        __syncthreads();
    }
    y[t] = sum;
}

__global__ void smooth(float *x, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;

    for (int i = 0; i < n; i += 256) {
        tile[t] = x[i + t];
        __syncthreads();
        x[i + t] = tile[t] + tile[255 - t];
        __syncthreads();
    }
}
