// In an instance for an int, the constructor waits.
struct cell {
    float v;
    __device__ cell(float f) : v(f) {}
    __device__ cell(int i) : v(i) { __syncthreads(); }
};
__device__ float value(const cell &c) { return c.v; }
template <class T>
__global__ void gemv(const T *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ T xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += value(xs[127 - t]);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
