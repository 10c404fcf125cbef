// A helper fills the buffer that the loop hands to it: the other one than it reads.
__device__ void load(const float *__restrict__ x, int k, float *to)
{
    to[threadIdx.x] = x[k + threadIdx.x];
}

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[2][128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    load(x, 0, xs[0]);
    __syncthreads();
    for (int k = 0, from = 0; k < n; k += 128, from ^= 1) {
        const int to = from ^ 1;

        if (k + 128 < n)
            load(x, k + 128, xs[to]);
        for (int i = 0; i < 128; i++)
            sum += xs[from][i];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
