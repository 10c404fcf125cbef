// What `#if 0` hides belongs to no build.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x, float *y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    const int row = blockIdx.x * 128 + t;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        for (int j = 0; j < 128; ++j) {
#if 0
            y[j] = sum; // A once came from here
            xs[j] = 0.0f;
#endif
            sum += A[(k + j) * n + row] * xs[j];
        }
        __syncthreads();
    }
    y[row] = sum;
}
