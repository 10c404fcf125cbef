// Members' initialisers pass the block's memory to functions whose names no text spells.
#define JOIN(a, b) a##b
#define NEXT_TO(a, b) JOIN(a, b)

static __device__ float pasted(const float *a, int n)
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

static __device__ float in_three4(const float *a, int n)
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

static __device__ float from_numbers(const float *a, int n)
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
    float sum = JOIN(pas, ted)(from, 1);
    float more = NEXT_TO(NEXT_TO(in_, three), 4)(from, 1);
    float last = NEXT_TO(JOIN(from_, num), bers)(from, 1);
};

__global__ void sums(const float *__restrict__ x, float *__restrict__ y)
{
    __shared__ float own[512];
    const int t = threadIdx.x;

    for (int i = t; i < 512; i += 128)
        own[i] = x[i] * 2.0f;
    __syncthreads();
    float sum = pasted(x, 2) + in_three4(x, 3) + from_numbers(x, 4);
    listed a{own};
    y[blockIdx.x * 128 + t] = sum + a.sum + a.more + a.last;
}
