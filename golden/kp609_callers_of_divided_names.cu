// kpipe: --variant cp-async
// A member's initialiser passes the block's memory to a function whose name the end of a line divides.
static __device__ float divided(const float *a, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < 512; k += 128) {
        tile[t] = a[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j] * (j + n);
        __syncthreads();
    }
    return sum;
}

struct listed {
    const float *from;
    float sum = divi\
ded(from, 1);
};

__global__ void sums(const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ float own[512];
    const int t = threadIdx.x;

    for (int i = t; i < 512; i += 128)
        own[i] = x[i] * 2.0f;
    __syncthreads();
    float sum = divided(x, 2);
    listed a{own};
    y[blockIdx.x * 128 + t] = sum + a.sum;
}
