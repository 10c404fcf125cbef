// Backslashes without a blank beside them join two characters to one operator: they stay.
__global__ void counts(const int *__restrict__ x, int *__restrict__ y, int n)
{
    __shared__ int tile[64];
    int sum = 0, q = 0;
    for (int k = 0; k < n; k++) {
        tile[threadIdx.x] = \
            x[k * 64 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += q +\
+ + tile[j] * (j + k);
        __syncthreads();
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum + q;
}

__global__ void counts_down(const int *__restrict__ x, int *__restrict__ y, int n)
{
    __shared__ int tile[64];
    int sum = 0, q = 0;
    for (int k = 0; k < n; k++) {
        sum += 1; \
        tile[threadIdx.x] = x[k * 64 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += q -\
- -tile[j] * (j + k);
        __syncthreads();
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum + q;
}
