// Whether an iteration is left out is known behind the one before it only, or differs between
// threads, or is found by counting.
__global__ void by_the_sum(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        if (sum > 100)
            continue;
        tile[threadIdx.x] = x[k * 256 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j];
        __syncthreads();
    }
    y[threadIdx.x] = sum;
}

__global__ void by_flags_that_it_sets(const float *__restrict__ x, int *live, float *y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        if (!live[k])
            continue;
        tile[threadIdx.x] = x[k * 256 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j];
        if (threadIdx.x == 0)
            live[k + 1] = sum > 0;
        __syncthreads();
    }
    y[threadIdx.x] = sum;
}

__global__ void by_the_thread(const float *__restrict__ x, const int *__restrict__ live, float *y,
                              int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        if (!live[threadIdx.x])
            continue;
        tile[threadIdx.x] = x[k * 256 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j];
        __syncthreads();
    }
    y[threadIdx.x] = sum;
}

__global__ void by_counting(const float *__restrict__ x, int *count, float *y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        if (atomicAdd(count, 1) > 100)
            continue;
        tile[threadIdx.x] = x[k * 256 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j];
        __syncthreads();
    }
    y[threadIdx.x] = sum;
}

__global__ void by_a_counter_behind_a_pointer(const float *__restrict__ x,
                                              const int *__restrict__ live, float *y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    int k, &at = k;
    for (k = 0; k < n; k++) {
        if (!live[at])
            continue;
        tile[threadIdx.x] = x[k * 256 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j];
        __syncthreads();
    }
    y[threadIdx.x] = sum;
}

__device__ bool next(int &k) { return ++k % 2; }

__global__ void by_a_function_that_moves(const float *__restrict__ x, float *y, int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        if (next(k))
            continue;
        tile[threadIdx.x] = x[k * 256 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j];
        __syncthreads();
    }
    y[threadIdx.x] = sum;
}

__global__ void by_two_counters(const float *__restrict__ x, const int *__restrict__ live, float *y,
                                int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (int k = 0; k < n; k++, x += 256) {
        if (!live[k])
            continue;
        tile[threadIdx.x] = x[threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++)
            sum += tile[j];
        __syncthreads();
    }
    y[threadIdx.x] = sum;
}
