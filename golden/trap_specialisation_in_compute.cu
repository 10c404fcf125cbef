// The instance calls the specialisation, which stores to global memory behind a barrier.
template <typename T>
__device__ __forceinline__ float weight(const T *p, float *y)
{
    return p[0];
}
template <>
__device__ __forceinline__ float weight<float>(const float *p, float *y)
{
    __syncthreads();
    y[threadIdx.x] += 1.0f;
    return p[0];
}
template <typename T>
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += weight<T>((const T *)&xs[j], y);
        __syncthreads();
    }
    y[t] = sum;
}
template __global__ void gemv<float>(const float *, const float *, float *, int);
