// No instance is in sight: which of the two is called, nobody knows, and one is a template itself.
__device__ float times(float v) { return v * 2.0f; }
template <class V> __device__ float times(V v) { return v * 3.0f; }
template <class T> __global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += times(T(xs[127 - t]));
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
