// A point starts with a value: a register of the class would run code for it.
struct point {
    float v;
    __device__ point() : v(1.0f) {}
    __device__ point(float f) : v(f) {}
};
__device__ float value(point p)
{
    return p.v;
}

__global__ void gemv(const point *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = value(x[k + t]);
        __syncthreads();
        sum += xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
