// kpipe: --variant cp-async
// Each of the words is a node of the tree: a declaration, overloads, what macros say once or seen each time.
static __device__ float overloaded(const float *a, int n)
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

static __device__ float given(const float *a, int n)
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

static __device__ float said(const float *a, int n)
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

static __device__ float overloaded(float v = 1.0f)
{
    return v;
}

struct box {
    float said;
};

#define GIVEN(f)                                                                                   \
    __global__ void by_argument(const float *__restrict__ x, float *__restrict__ y)                \
    {                                                                                              \
        y[threadIdx.x] = f(x, 2);                                                                  \
    }
GIVEN(given)

#define SAID                                                                                       \
    __global__ void by_body(const float *__restrict__ x, float *__restrict__ y)                    \
    {                                                                                              \
        y[threadIdx.x] = said(x, 2) + said(x, 3);                                                  \
    }
SAID

__global__ void sums(const float *__restrict__ x, float *__restrict__ y)
{
    box b{2.0f};
    y[blockIdx.x * 128 + threadIdx.x] = overloaded(x, 2) + overloaded() + given(x, 3) +
                                        said(x, 4) * b.said;
}
