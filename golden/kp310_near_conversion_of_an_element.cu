// kpipe: --stages 2
// Elements of small classes that convert to numbers: a register holds the object, the conversion is made where it is stored.
struct fixed {
    unsigned short bits;

    __device__ operator float() const { return bits * 0.125f; }
};

struct point {
    float x, y;

    __device__ float product() const { return x > 0 ? x * y : fabsf(y); }
};

struct pair {
    int a, b;

    __device__ explicit operator float() const { return (float)a - (float)b; }
};

__global__ void __launch_bounds__(256) converts(const fixed *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[t] = A[k + t];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) calls(const point *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        tile[t] = A[k + t].product();
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}

__global__ void __launch_bounds__(256) guards(const pair *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float tile[256];
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += 256) {
        if (k + t < n)
            tile[t] = (float)A[k + t];
        else
            tile[t] = 0;
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (t - j);
        __syncthreads();
    }
    C[t] = sum;
}
