// kpipe: --stages 2
// What the kernel calls has two static buffers, too: with them the launch needs more than 48 KB.
static __device__ float more(const float *__restrict__ x, int n);

static __global__ void sums(const float *__restrict__ x, float *__restrict__ y, int n)
{
    extern __shared__ float tile[];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 128) {
        tile[t] = x[k + t];
        __syncthreads();
        for (int i = 0; i < 128; i++)
            sum += tile[i] * (i + t);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum + more(x, n);
}

static __device__ float more(const float *__restrict__ x, int n)
{
    __shared__ float part[4096];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k = 0; k < n; k += 4096) {
        for (int i = t; i < 4096; i += 128)
            part[i] = x[k + i];
        __syncthreads();
        for (int i = 0; i < 4096; i++)
            sum += part[i] * (i + t);
        __syncthreads();
    }
    return sum;
}

void run(const float *x, float *y, int n)
{
    sums<<<8, 128, 12800>>>(x, y, n);
}
