// A constant of the array is none of the reference that stands for it.
template <class T, int N> __device__ constexpr int length(const T (&)[N])
{
    return N;
}
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        constexpr int count = length(xs);
        sum += xs[count - 1 - t];
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
