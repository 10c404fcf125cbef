// kpipe: --variant cp-async
// The function that compute calls writes through its pointer.
__device__ float pop_front(float *queue, int n)
{
    const float v = queue[0];
    for (int i = threadIdx.x; i < n; i += 128)
        queue[i] = v;
    return v;
}

__global__ void drain(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        sum += tile[127 - t];
        __syncthreads();
        sum += pop_front(tile, 64);
        __syncthreads();
        sum += tile[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
