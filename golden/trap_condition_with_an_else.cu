// Not the whole body is under the condition, so that the header cannot have it.
__global__ void with_an_else(const float *__restrict__ x, const int *__restrict__ live,
                             float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        if (live[k]) {
            tile[threadIdx.x] = x[k * 256 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 256; j++)
                sum += tile[j];
            __syncthreads();
        } else {
            sum *= 2;
        }
    }
    y[threadIdx.x] = sum;
}

__global__ void with_more(const float *__restrict__ x, const int *__restrict__ live,
                          float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        if (live[k]) {
            tile[threadIdx.x] = x[k * 256 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 256; j++)
                sum += tile[j];
            __syncthreads();
        }
        sum *= 2;
    }
    y[threadIdx.x] = sum;
}
