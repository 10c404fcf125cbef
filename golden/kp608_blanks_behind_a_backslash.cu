// A backslash joins lines where blanks follow it, too: what stands behind the comment would be part of it.
__global__ void load(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t]; // the next one \ 

        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}

__global__ void compute(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t]; // the last one \ 

        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
