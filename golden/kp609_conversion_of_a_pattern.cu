// The conversion waits; it is made where the type is open.
struct cell {
    float v;
    __device__ operator float() const
    {
        __syncthreads();
        return v;
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
        const cell c = {2.0f};
        const T f = c;
        sum += f * xs[127 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
