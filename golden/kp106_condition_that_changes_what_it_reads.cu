// Conditions and declarations at the head of the body that change a variable which what follows
// reads: a closure in the header does not do that for the body.
__global__ void assigned(const float *__restrict__ x, const int *__restrict__ list,
                         float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        int block = 0;
        if ((block = list[k]) < 0)
            continue;
        tile[threadIdx.x] = x[block * 256 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (k + j);
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void counted(const float *__restrict__ x, const int *__restrict__ list,
                        float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        int block = list[k];
        if (block-- == 0)
            continue;
        tile[threadIdx.x] = x[block * 256 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (k + j);
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void declared(const float *__restrict__ x, const int *__restrict__ list,
                         float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        int block = list[k];
        int listed = block++;
        if (listed == 0)
            continue;
        tile[threadIdx.x] = x[block * 256 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j] * (k + j);
        __syncthreads();
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void around(const float *__restrict__ x, const int *__restrict__ list,
                       float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        int block = 0;
        if ((block = list[k]) >= 0) {
            tile[threadIdx.x] = x[block * 256 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 256; j++)
                sum += tile[j] * (k + j);
            __syncthreads();
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}
