// kpipe: --stages 2
// A closure calls it, and not all threads call the closure each time.
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
    auto more = [&](int r) { return dot(n, x + r); };

    for (int r = 0; r < rounds[threadIdx.x]; r++)
        sum += more(r);
    y[blockIdx.x * 128 + threadIdx.x] = sum;
}
