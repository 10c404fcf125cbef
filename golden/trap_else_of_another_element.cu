// kpipe: --variant cp-async
// The zero goes to another thread's element: with one buffer some elements keep what they were.
__global__ void gemv(const float *__restrict__ A, const float *__restrict__ x,
                     float *__restrict__ y, int n)
{
    __shared__ float xs[256];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        if (k + t < n)
            xs[t] = x[k + t];
        else
            xs[128 + t] = 0.0f;
        __syncthreads();
        for (int j = 0; j < 128; ++j)
            sum += A[(k + j) * 128 + t] * xs[j] + xs[128 + j];
        __syncthreads();
    }
    y[t] = sum;
}
