// The assignment waits; only an instance resolves it.
struct cell {
    float v;
    __device__ void operator=(float f)
    {
        __syncthreads();
        v = f;
    }
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
        cell c;
        c = xs[127 - t];
        sum += c.v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
