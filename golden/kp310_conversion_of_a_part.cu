// kpipe: --stages 2
// Conversions that do not read each byte of their objects: a register would read more than they do.
struct counted {
    float x;
    int n;

    __device__ operator float() const { return x; }
};

struct padded {
    unsigned short a;
    char b;

    __device__ operator float() const { return a + b; }
};

struct chosen {
    int which;
    float x;

    __device__ operator float() const { return which ? x : 0; }
};

struct both {
    int which;
    float x;

    __device__ operator bool() const { return which && x > 0; }
};

struct of_point {
    float2 at;

    __device__ operator float() const { return at.x; }
};

__global__ void __launch_bounds__(128) counted_ones(const counted *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 128) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(128) padded_ones(const padded *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 128) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(128) chosen_ones(const chosen *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 128) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(128) both_ones(const both *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 128) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(128) of_point_ones(const of_point *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 128) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 128; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}
