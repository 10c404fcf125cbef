// In the instance, << is the built-in one.
template <class T> __device__ T shifted(T c, int by) { return c << by; }

__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        sum += xs[127 - t] * shifted(1, t & 3);
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
