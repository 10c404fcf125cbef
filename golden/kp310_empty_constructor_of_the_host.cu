// The kernel cannot call it: the compiler would not have a register of the class.
struct point {
    float v;
    point() {}
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
