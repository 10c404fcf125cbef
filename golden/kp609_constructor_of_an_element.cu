// An element of a class is assigned what an instance alone has.
struct cell {
    float v;
    cell() = default;
    __device__ cell(float f) : v(f) { __syncthreads(); }
};
__device__ cell last[128];
template <class T>
__global__ void gemv(const T *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ T xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        last[t] = xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
