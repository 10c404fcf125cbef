// What callers out of sight pass may be what this function stores by another name, and may differ
// from thread to thread.
extern __shared__ float block[];
__shared__ float all[128];
__device__ float *kept;

__device__ float dynamic(const float *a, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < 1024; k += 128) {
        tile[t] = a[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        block[t] = sum;
        __syncthreads();
    }
    return sum;
}

__device__ float of_the_file(const float *a, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < 1024; k += 128) {
        tile[t] = a[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        all[t] = sum;
        __syncthreads();
    }
    return sum;
}

__device__ float kept_for_later(const float *a, int n)
{
    __shared__ float tile[128];
    __shared__ float sums[1024];
    const int t = threadIdx.x;
    float sum = 0.0f;

    kept = sums;
    for (int k = 0; k < 1024; k += 128) {
        tile[t] = a[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        sums[(k + 128 + t) % 1024] = sum;
        __syncthreads();
    }
    return sum;
}

__device__ float own_number(const float *a, const int *n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < *n; k += 128) {
        tile[t] = a[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        __syncthreads();
    }
    return sum;
}

struct table {
    const float *rows[4];
};

__device__ float by_table(const table *a, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < 1024; k += 128) {
        tile[t] = a->rows[1][k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        __syncthreads();
    }
    return sum;
}

// One caller is in sight: it passes the block's memory.
__device__ float of_a_block(const float *a, int n)
{
    __shared__ float tile[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < 1024; k += 128) {
        tile[t] = a[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += tile[j];
        __syncthreads();
    }
    return sum;
}

__global__ void calls(const float *a, const int *n, float *out)
{
    __shared__ float own[1024];
    const int t = threadIdx.x;

    for (int i = t; i < 1024; i += 128)
        own[i] = a[i] * 2.0f;
    __syncthreads();
    out[t] = own_number(a, n) + of_a_block(own, *n);
}
