// The member is given what a conversion that waits makes of the parameter.
struct source {
    float f;
    __device__ operator float() const
    {
        __syncthreads();
        return f;
    }
};
struct cell {
    float v;
    __device__ cell(const source &s) : v(s) {}
};
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        const source s = {xs[127 - t]};
        sum += cell(s).v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
