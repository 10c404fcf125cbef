// The same objects in front of a loop, in one, around one, or behind one that runs again; a constructor that gets the tile.
struct writer {
    float *to;
    __device__ writer(float *y, int &n);
    __device__ ~writer() { *to += 1; }
};
__global__ void in_front(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    writer w(y, n);
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void in_a_block_in_front(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    {
        writer w(y, n);
    }
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void inside(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        writer w(y, n);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void between(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    writer w(y, n);
    for (int i = 0; i < n; i++) {
        sum += i;
        __syncwarp();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void again(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
again:
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    writer w(y, n);
    if (sum < 0)
        goto again;
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void of_the_tile(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    writer w(xs, n);
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void around(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int r = 0; r < 4; r++) {
        for (int k = 0; k < n; k += 128) {
            xs[t] = x[k + t];
            __syncthreads();
            sum += xs[127 - t];
            __syncthreads();
        }
        writer w(y, n);
    }
    y[blockIdx.x * 128 + t] = sum;
}
