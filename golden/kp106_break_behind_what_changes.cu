// What the loop is left on is loaded, counted, rounded, or changed by compute.
__global__ void loaded(const float *__restrict__ x, float *__restrict__ y, int *ends, int n)
{
    __shared__ float tile[64];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        const int end = ends[k];
        if (end <= k)
            break;
        tile[threadIdx.x] = x[k * 64 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j] * (k + j);
        __syncthreads();
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void counted(const float *__restrict__ x, float *__restrict__ y, int n, int m)
{
    __shared__ float tile[64];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        const int left = m--;
        if (left < 0)
            break;
        tile[threadIdx.x] = x[k * 64 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j] * (k + j);
        __syncthreads();
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void rounded(const float *__restrict__ x, float *__restrict__ y, int n, float step)
{
    __shared__ float tile[64];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        const float at = k * step;
        if (at > 1.0f)
            break;
        tile[threadIdx.x] = x[k * 64 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j] * (k + j);
        __syncthreads();
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void changed(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[64];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        int at = k * 64;
        if (at > 1000)
            break;
        tile[threadIdx.x] = x[at + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++)
            sum += tile[j] * at++;
        __syncthreads();
    }
    y[blockIdx.x * 64 + threadIdx.x] = sum;
}

void run(const float *x, float *y, int *ends, int n)
{
    loaded<<<8, 64>>>(x, y, ends, n);
    counted<<<8, 64>>>(x, y, n, n);
    rounded<<<8, 64>>>(x, y, n, 0.25f);
    changed<<<8, 64>>>(x, y, n);
}
