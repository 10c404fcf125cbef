// kpipe: --stages 2
// All threads that make a call make all that follow: what some of them fill last, nobody reads later.
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

template <int N>
__device__ float of_a_template(int n, const float *__restrict__ x)
{
    __shared__ float part[N];
    float sum = 0;

    for (int k = 0; k < n; k += N) {
        part[threadIdx.x] = x[k + threadIdx.x];
        __syncthreads();
        for (int i = 0; i < N; i++)
            sum += part[i] * i;
        __syncthreads();
    }
    return sum;
}

static __device__ float once(int n, const float *__restrict__ x)
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
__global__ void sums(int n, int rounds, const float *__restrict__ x, float *__restrict__ y)
{
    float sum = 0;

    if (threadIdx.x >= 96)
        return;
    for (int r = 0; r < rounds; r++)
        if (r != blockIdx.x)
            sum += dot(n, x) + of_a_template<128>(n, x);
    if (threadIdx.x < 64)
        sum += once(n, x);
    y[blockIdx.x * 128 + threadIdx.x] = sum + dot(n, x);
}

__global__ void others(int n, const float *__restrict__ x, float *__restrict__ y)
{
    if (threadIdx.x < 32)
        y[blockIdx.x * 128 + threadIdx.x] = once(n, x);
}
