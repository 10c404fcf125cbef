// What the function template returns is made an object.
struct cell {
    float v;
    __device__ cell(float f) : v(f) { __syncthreads(); }
};
template <class U>
__device__ cell made(U u)
{
    return u;
}
template <class T>
__global__ void gemv(const T *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ T xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += made(xs[127 - t]).v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
