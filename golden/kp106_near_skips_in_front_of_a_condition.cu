// Iterations that a flag leaves out, and a condition around all of the rest of the body.
__global__ void f(const float *__restrict__ x, const int *__restrict__ live, float *__restrict__ y,
                  int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        if (!live[k])
            continue;
        if (k != (int)blockIdx.x) {
            tile[threadIdx.x] = x[k * 256 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 256; j++)
                sum += tile[j] * (k + j);
            __syncthreads();
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

// Behind the condition there is more.
__global__ void g(const float *__restrict__ x, const int *__restrict__ live, float *__restrict__ y,
                  int n)
{
    __shared__ float tile[256];
    float sum = 0;
    for (int k = 0; k < n; k++) {
        if (!live[k])
            continue;
        if (k != (int)blockIdx.x) {
            tile[threadIdx.x] = x[k * 256 + threadIdx.x];
            __syncthreads();
            for (int j = 0; j < 256; j++)
                sum += tile[j] * (k + j);
            __syncthreads();
        } else {
            sum += 1;
        }
    }
    y[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *x, const int *live, float *y, int n)
{
    f<<<8, 256>>>(x, live, y, n);
    g<<<8, 256>>>(x, live, y, n);
}
