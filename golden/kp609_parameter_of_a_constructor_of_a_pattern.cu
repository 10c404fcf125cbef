// The object that the constructor takes is made by one that waits.
struct inner {
    float v;
    __device__ inner(float f) : v(f) { __syncthreads(); }
};
struct cell {
    float v;
    __device__ cell(inner i) : v(i.v) {}
};
template <class T>
__global__ void gemv(const T *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ T xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += cell(xs[127 - t]).v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
