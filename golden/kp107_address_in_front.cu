// The address is taken in front of the loop, or behind it where the loop runs again.
__device__ void told(int &n);
__global__ void in_front(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int *p = &n;
    told(n);
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void changed(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    int *p = &n;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        *p -= 1;
        __syncthreads();
    }
    told(n);
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void again(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int r = 0; r < 4; r++) {
        for (int k = 0; k < n; k += 128) {
            xs[t] = x[k + t];
            __syncthreads();
            sum += xs[127 - t];
            __syncthreads();
        }
        told(n);
    }
    y[blockIdx.x * 128 + t] = sum;
}
