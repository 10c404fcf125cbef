// kpipe: --stages 2
// Each call leaves out another thread, by a condition in the function, or around a call.
static __device__ float dot(int n, const float *__restrict__ x, int out)
{
    __shared__ float part[128];
    float sum = 0;

    if (out == threadIdx.x)
        return 0;
    for (int k = 0; k < n; k += 128) {
        part[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += part[i] * i;
        __syncthreads();
    }
    return sum;
}

static __device__ float plain(int n, const float *__restrict__ x)
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
__global__ void sums(int n, const float *__restrict__ x, float *__restrict__ y)
{
    float sum = 0;

    for (int r = 0; r < 128; r++)
        sum += dot(n, x, r);
    for (int r = 0; r < 128; r++)
        sum += threadIdx.x != r ? plain(n, x) : 0;
    y[blockIdx.x * 128 + threadIdx.x] = sum;
}
