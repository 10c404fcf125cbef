// The value of a copy stores into another tile: in a function, in an index, in a part of the value. An
// asynchronous copy into Y would land behind it, and win.
__device__ float cleared(float *y, int t)
{
    y[t] = 0;
    return 1;
}

__global__ void called(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float X[128], Y[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k0 = 0; k0 < n; k0 += 128) {
        Y[t] = A[k0 + t];
        X[t] = A[k0 + 128 + t];
        X[t ^ 1] = cleared(Y, t);
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += X[j] * Y[j ^ t];
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = sum;
}

__global__ void part(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float X[128], Y[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k0 = 0; k0 < n; k0 += 128) {
        Y[t] = A[k0 + t];
        X[t] = A[k0 + 128 + t];
        X[t ^ 1] = (Y[t] = 3.0f) + 1;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += X[j] * Y[j ^ t];
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = sum;
}

__global__ void index(const float *__restrict__ A, float *__restrict__ C, int n)
{
    __shared__ float X[128];
    __shared__ int Y[128];
    const int t = threadIdx.x;
    float sum = 0;

    for (int k0 = 0; k0 < n; k0 += 128) {
        X[Y[t] = t] = A[k0 + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += X[j] * Y[j ^ t];
        __syncthreads();
    }
    C[blockIdx.x * 128 + t] = sum;
}
