// What the body changes is no member of the object.
struct cell {
    float v;
    static __device__ int made;
    __device__ cell(float f)
    {
        v = f;
        ++made;
    }
};
__device__ int cell::made;
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        cell c(xs[127 - t]);
        sum += c.v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
