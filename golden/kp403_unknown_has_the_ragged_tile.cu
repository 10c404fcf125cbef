// kpipe: --stages 2
// Code that is not known runs in front of the loop, too, or may have the tile's address.
__device__ float told(float sum);
__device__ float seen(const float *tile);

__global__ void in_a_loop(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int r = 0; r < 4; r++) {
        for (int k = 0; k < n; k += 128) {
            if (k + t < n)
                xs[t] = x[k + t];
            __syncthreads();
            for (int i = 0; i < min(128, n - k); i++)
                sum += xs[i];
            __syncthreads();
        }
        sum = told(sum + 1);
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void given(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        if (k + t < n)
            xs[t] = x[k + t];
        __syncthreads();
        for (int i = 0; i < min(128, n - k); i++)
            sum += xs[i];
        __syncthreads();
    }
    sum = seen(xs + 1);
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void by_pointer(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const float *p = xs;
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        if (k + t < n)
            xs[t] = x[k + t];
        __syncthreads();
        for (int i = 0; i < min(128, n - k); i++)
            sum += xs[i];
        __syncthreads();
    }
    sum = seen(p);
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void by_assembly(const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        if (k + t < n)
            xs[t] = x[k + t];
        __syncthreads();
        for (int i = 0; i < min(128, n - k); i++)
            sum += xs[i];
        __syncthreads();
    }
    asm volatile("mystery;");
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void dynamic(const float *__restrict__ x, float *y, int n)
{
    extern __shared__ float xs[];
    const int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 128) {
        if (k + t < n)
            xs[t] = x[k + t];
        __syncthreads();
        for (int i = 0; i < min(128, n - k); i++)
            sum += xs[i];
        __syncthreads();
    }
    sum = told(sum + 1);
    y[blockIdx.x * 128 + t] = sum;
}
