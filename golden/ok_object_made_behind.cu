// Objects whose constructors and destructors are not known, behind all loops that wait: unknown code, which no loop sees.
struct writer {
    float *to;
    int left;
    __device__ writer(float *y, int &n);
    __device__ writer(const float &sum);
    __device__ ~writer() { *to = left; }
};
__global__ void variable(const float *__restrict__ x, float *y, int n)
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
    *w.to = sum;
}

__global__ void temporary(const float *__restrict__ x, float *y, int n)
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
    *writer(y + 1, n).to = sum;
}

__global__ void converted(const float *__restrict__ x, float *y, int n)
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
    if (sum > 0) {
        const writer &w = sum;
        *w.to = sum;
    }
    y[t] = sum;
}

__global__ void in_a_loop(const float *__restrict__ x, float *y, int n, int m)
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
    for (int i = 0; i < m; i++)
        *writer(sum + i).to = sum;
}
