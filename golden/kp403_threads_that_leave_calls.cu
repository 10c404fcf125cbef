// kpipe: --stages 2
// A thread makes no more calls, and no barrier waits for it: what it filled last is read by the others.
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

__global__ void sums(int n, const int *__restrict__ rounds, const float *__restrict__ x,
                     float *__restrict__ y)
{
    float sum = 0;

    for (int r = 0; r < rounds[threadIdx.x]; r++)
        sum += dot(n, x);
    y[blockIdx.x * 128 + threadIdx.x] = sum;
}
