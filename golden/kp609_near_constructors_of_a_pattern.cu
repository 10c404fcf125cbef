// No instance is in sight: whichever constructor or conversion is taken only makes a value.
struct cell {
    float v;
    __device__ cell(float f) : v(f) {}
    __device__ cell(int i, float f = 2.0f) : v(i * f) {}
    __device__ operator float() const { return v; }
};
__device__ float twice(cell c) { return c.v + c.v; }
template <class T>
__global__ void gemv(const T *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ T xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += cell(xs[127 - t]).v + twice(xs[t ^ 1]);
        sum += cell(xs[t ^ 2]);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
