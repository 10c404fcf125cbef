// kpipe: --stages 2
// Half of the threads end between two calls: the others read what these filled last.
static __device__ float dot(int n, const float *__restrict__ x)
{
    __shared__ float part[128];
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        part[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += part[i] * i;
        __syncthreads();
    }
    return sum;
}

static __device__ float twice(int n, const float *__restrict__ x)
{
    return dot(n, x) * 2;
}

__global__ void sums(int n, const float *__restrict__ x, float *__restrict__ y)
{
    float sum = twice(n, x);

    y[blockIdx.x * 128 + threadIdx.x] = sum;
    if (threadIdx.x >= 64)
        return;
    y[blockIdx.x * 128 + threadIdx.x] = sum + dot(n - 128, x);
}
