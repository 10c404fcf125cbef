// What is handed on behind the loop alone, which runs once, is not accessed by another name in it.
__device__ void told(int &n);
__global__ void behind(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    told(n);
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void by_address(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    int *p = &n;
    *p = 3;
    y[blockIdx.x * 128 + t] = sum;
}
