// kpipe: -- -std=c++20
// No statement stands before the range.
__global__ void gemv(const float *__restrict__ x, float *__restrict__ y, int n)
{
    __shared__ float xs[128];
    const int t = threadIdx.x;
    float sum = 0.0f;

    for (int k = 0; k < n; k += 128) {
        xs[t] = x[k + t];
        __syncthreads();
        float w[2] = {1.0f, 2.0f};
        for (float v : w)
            sum += xs[127 - t] * v;
        __syncthreads();
    }
    y[blockIdx.x * 128 + t] = sum;
}
