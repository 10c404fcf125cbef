// The slice reads what the iteration before has left in `old`: compute must not write it again.
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;
    float old = 0.0f;

    for (int k = 0; k < n; k += 128) {
        const float v = x[k + t];
        xs[t] = v - old;
        old = v;
        __syncthreads();
        sum += xs[127 - t] * old;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
